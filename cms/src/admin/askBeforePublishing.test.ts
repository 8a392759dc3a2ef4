// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { askBeforePublishing, type DocumentAction } from './askBeforePublishing';

const form = vi.hoisted(() => ({ values: {} }));
const toggleNotification = vi.hoisted(() => vi.fn());
vi.mock('@strapi/strapi/admin', () => ({
  useForm: (_name: string, select: (state: typeof form) => unknown) => select(form),
  useNotification: () => ({ toggleNotification }),
}));
/** What React calls when an action is rendered again. */
const cleanups: (() => void)[] = [];
vi.mock('react', () => ({
  useEffect: (run: () => (() => void) | undefined) => {
    const cleanup = run();
    if (cleanup) cleanups.push(cleanup);
  },
}));

beforeEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  toggleNotification.mockClear();
});

const publish = vi.fn();
const publishAction: DocumentAction = Object.assign(
  () => ({ label: 'Publish', onClick: publish, dialog: { title: 'Strapi’s own' } }),
  { type: 'publish', position: 'panel' },
);
const saveAction: DocumentAction = Object.assign(() => ({ onClick: vi.fn() }), { type: 'update' });

function changeActions(actions: DocumentAction[]): DocumentAction[] {
  let changed: DocumentAction[] = [];
  const addDocumentAction = (change: (actions: DocumentAction[]) => DocumentAction[]) => {
    changed = change(actions);
  };
  askBeforePublishing({ getPlugin: () => ({ apis: { addDocumentAction } }) });
  return changed;
}

function describePublish(documentId: string, description: string) {
  form.values = { description };
  const [action] = changeActions([publishAction]);
  return action?.({ model: 'api::contactpage.contactpage', documentId });
}

const pressShortcut = () => {
  const event = new KeyboardEvent('keydown', {
    key: 'Enter',
    ctrlKey: true,
    shiftKey: true,
    cancelable: true,
  });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('asks before a phone number is published that the site doesn’t understand', async () => {
  publish.mockClear();
  const { dialog, ...description } = describePublish('contact-phone', 'Call us') ?? {};
  expect(dialog).toMatchObject({
    type: 'dialog',
    title: 'Publish anyway?',
    content: expect.stringMatching(/not understood/),
    confirmLabel: 'Publish',
  });
  // Strapi shows the dialog unless onClick returns true.
  expect(description.onClick?.(undefined)).toBeUndefined();
  expect(publish).not.toHaveBeenCalled();
  if (dialog && 'onConfirm' in dialog && typeof dialog.onConfirm === 'function') await dialog.onConfirm();
  expect(publish).toHaveBeenCalledOnce();
});

test.each([
  ['contact-phone', '(614) 555-0142'],
  ['contact-phone', ''],
  ['home-main', 'Call us'],
])('publishes %s with the text %j without a question', (documentId, text) => {
  expect(describePublish(documentId, text)).toEqual(publishAction({ model: '' }));
  expect(pressShortcut()).toBe(false);
});

test('stops the keys that publish without the button, and says what the site doesn’t understand', () => {
  describePublish('contact-phone', 'Call us');
  expect(pressShortcut()).toBe(true);
  expect(toggleNotification).toHaveBeenCalledExactlyOnceWith({
    type: 'warning',
    message: expect.stringMatching(/not understood .* To publish it anyway, press Publish\.$/),
  });
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true }));
  expect(toggleNotification).toHaveBeenCalledOnce();
});

test('keeps the other actions, and the type and position of Publish', () => {
  const [publishing, saving] = changeActions([publishAction, saveAction]);
  expect(saving).toBe(saveAction);
  expect({ ...publishing }).toEqual({ type: 'publish', position: 'panel' });
});

test('throws when Strapi has no function to change the actions', () => {
  expect(() => askBeforePublishing({ getPlugin: () => ({ apis: {} }) })).toThrow(
    'Strapi has no addDocumentAction.',
  );
});
