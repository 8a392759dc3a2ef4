import type { MenuAnswer, MenuItem } from '../src/menu/menuAnswers';

export const TYPE = 'menu-soft-drink';

/** Returns the menu with a list of drinks, whose ids are '0', '1' and so on. */
export const createAnswer = (
  items: Partial<MenuItem>[],
  planned: MenuAnswer['planned'] = [],
): MenuAnswer => ({
  unpublished: 0,
  nextOpening: '2037-11-25T16:30',
  planned,
  timeZone: 'America/New_York',
  readAt: '2026-11-24T12:00:00.000Z',
  restoreId: null,
  sections: [
    {
      id: 'menu-drinks',
      heading: 'Drinks',
      lists: [
        {
          type: TYPE,
          limits: { name: 80 },
          items: items.map((item, index) => ({
            id: String(index),
            name: '',
            isShown: true,
            isNew: false,
            ...item,
          })),
        },
      ],
    },
  ],
});
