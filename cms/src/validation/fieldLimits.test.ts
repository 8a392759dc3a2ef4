import { expect, test } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { checkWrittenValues } from './checkValues';
import { limitFields } from './fieldLimits';

const getModel = () => ({ attributes: { label: { type: 'string', required: true } } });

const DISH = 'api::menu-side.menu-side';
const dishType = {
  attributes: {
    sideName: { type: 'string', required: true },
    description: { type: 'text', maxLength: 500 },
  },
};
const pageType = { attributes: { mainHeading: { type: 'string' }, description: { type: 'text' } } };
const contentType = (uid: string) => (uid === DISH ? dishType : pageType);
const documents = () => ({ findOne: async () => ({ sideName: ' ' }) });
const runAction = documentMiddleware(checkWrittenValues([limitFields]), { getModel, contentType, documents });

const saveDish = (data: unknown, action = 'create') => runAction({ action, uid: DISH, params: { data } });

const savePage = (documentId: string, description: string) =>
  runAction({
    action: 'update',
    uid: 'api::contactpage.contactpage',
    params: { documentId, data: { description } },
  });

test.each([['contact-phone', 40]])('limits the text of %s to %i characters', async (documentId, max) => {
  expect(await savePage(documentId, 'x'.repeat(max))).toBe('passed');
  await expect(savePage(documentId, 'x'.repeat(max + 1))).rejects.toThrow(
    `this is too long, ${max} characters fit here and these are ${max + 1}.`,
  );
});

test('checks a component that is no list, and its texts against the limits of its schema', async () => {
  const runWithNotice = documentMiddleware(checkWrittenValues([limitFields]), {
    contentType: () => ({ attributes: { notice: { type: 'component', component: 'site.notice' } } }),
    getModel: () => ({ attributes: { text: { type: 'string', required: true, maxLength: 140 } } }),
  });
  const save = (notice: unknown) =>
    runWithNotice({
      action: 'update',
      uid: 'api::website-name.website-name',
      params: { data: { notice } },
    });
  for (const notice of [{ text: 'x'.repeat(140) }, null, 'text', {}])
    expect(await save(notice)).toBe('passed');
  await expect(save({ text: ' \u00a0\n' })).rejects.toMatchObject({
    details: { errors: [{ path: ['notice', 'text'], message: 'Words: this can’t be empty.' }] },
  });
  await expect(save({ text: 'x'.repeat(141) })).rejects.toThrow(
    'Words: this is too long, 140 characters fit here and these are 141.',
  );
});

test('checks neither other actions nor types of Strapi', async () => {
  expect(await saveDish({ sideName: ' ' }, 'publish')).toBe('passed');
  const params = { data: { name: ' '.repeat(300) } };
  expect(await runAction({ action: 'create', uid: 'plugin::upload.folder', params })).toBe('passed');
});
