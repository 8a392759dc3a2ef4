// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/waitFor';

type Module = typeof import('./askAtUpload');

/** The forms that Strapi's requests have sent, as the text of their `fileInfo`. */
let sent: (string | null)[];
let module: Module;
const originalSend = XMLHttpRequest.prototype.send;

beforeEach(async () => {
  sent = [];
  XMLHttpRequest.prototype.send = (body) => {
    const info = body instanceof FormData ? body.get('fileInfo') : null;
    sent.push(typeof info === 'string' ? info : null);
  };
  // jsdom has no addresses of files.
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (object: object) => `blob:${object instanceof File && object.name}`;
      static override revokeObjectURL = () => {};
    },
  );
  // jsdom decodes no pictures.
  HTMLImageElement.prototype.decode = function decode(this: HTMLImageElement) {
    return this.src.includes('damaged') ? Promise.reject(new Error('damaged')) : Promise.resolve();
  };
  vi.resetModules();
  module = await import('./askAtUpload');
  module.askAtUpload();
});

afterEach(() => {
  XMLHttpRequest.prototype.send = originalSend;
  vi.unstubAllGlobals();
});

function upload(name: string, info: object = { name }): XMLHttpRequest {
  const form = new FormData();
  form.append('files', new File(['bytes'], name, { lastModified: 1 }));
  form.append('fileInfo', JSON.stringify(info));
  const request = new XMLHttpRequest();
  request.send(form);
  return request;
}

const askedNames = () => module.readQuestions().map(({ file }) => file.name);
/** Waits until the browser has decoded the pictures. */
const expectQuestions = (...names: string[]) => waitFor(() => expect(askedNames()).toEqual(names));

test('asks about all pictures at once, and sends each with its text, or without one for later', async () => {
  module.subscribeToQuestions(() => {});
  upload('oven.jpg');
  upload('table.jpg');
  await expectQuestions('oven.jpg', 'table.jpg');
  expect(sent).toEqual([]);
  module.answerQuestions({ 0: '  The oak oven ', 1: ' ' });
  expect(askedNames()).toEqual([]);
  await waitFor(() =>
    expect(sent).toEqual(['{"name":"oven.jpg","alternativeText":"The oak oven"}', '{"name":"table.jpg"}']),
  );
});

test('does not ask about a picture that has a text or that the browser can’t show, and changes no other request', async () => {
  module.subscribeToQuestions(() => {});
  upload('copy.jpg', { alternativeText: 'A copy' });
  upload('damaged.jpg');
  new XMLHttpRequest().send('other');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual(['{"alternativeText":"A copy"}', null, '{"name":"damaged.jpg"}']);
  expect(askedNames()).toEqual([]);
});

test('uploads without a question while nothing can show it', async () => {
  upload('oven.jpg');
  await waitFor(() => expect(sent).toEqual(['{"name":"oven.jpg"}']));
});

test('sends the same text again after a lost connection, and asks again once the picture has arrived', async () => {
  module.subscribeToQuestions(() => {});
  upload('oven.jpg');
  await expectQuestions('oven.jpg');
  module.answerQuestions({ 0: 'The oak oven' });
  const second = upload('oven.jpg');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toBe('{"name":"oven.jpg","alternativeText":"The oak oven"}');
  second.dispatchEvent(new Event('load'));
  upload('oven.jpg');
  await expectQuestions('oven.jpg');
});

test('asks about all pictures that Strapi will send one after the other', async () => {
  module.subscribeToQuestions(() => {});
  const formData = new FormData();
  for (const name of ['oven.jpg', 'table.jpg']) formData.append('files', new File(['bytes'], name));
  const next = vi.fn(() => 'result');
  const start = (endpointName: string) => ({
    type: 'adminApi/executeMutation/pending',
    meta: { arg: { endpointName, originalArgs: { formData } } },
  });
  expect(module.askAboutAll()()(next)(start('deleteAsset'))).toBe('result');
  expect(module.askAboutAll()()(next)({ type: 'other' })).toBe('result');
  expect(askedNames()).toEqual([]);
  module.askAboutAll()()(next)(start('uploadFiles'));
  await expectQuestions('oven.jpg', 'table.jpg');
});

test('asks when pictures are chosen in a dialog, and uploads them without another press once one has its text', async () => {
  module.subscribeToQuestions(() => {});
  module.askAtChoice();
  document.body.innerHTML = `
    <div role="dialog"><input type="file" multiple><footer><button>Cancel</button><button></button></footer></div>
    <div role="dialog"><input type="file"></div>`;
  const [cancel, uploadButton] = document.querySelectorAll('button');
  if (!cancel || !uploadButton) throw new Error('the dialog has no buttons');
  uploadButton.textContent = 'Upload 1 picture';
  const [cancelled, uploaded] = [vi.fn(), vi.fn()];
  cancel.addEventListener('click', cancelled);
  uploadButton.addEventListener('click', uploaded);
  const [choice, replacement] = document.querySelectorAll('input');
  const choose = (input: HTMLInputElement | undefined, name: string) => {
    Object.defineProperty(input, 'files', { value: [new File(['bytes'], name)], configurable: true });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  };

  choose(choice, 'table.jpg');
  await expectQuestions('table.jpg');
  module.answerQuestions({});
  choose(replacement, 'other.jpg');
  choose(choice, 'oven.jpg');
  await expectQuestions('oven.jpg');
  expect(uploaded).not.toHaveBeenCalled();
  module.answerQuestions({ 0: 'The oak oven' });
  await waitFor(() => expect(uploaded).toHaveBeenCalledOnce());
  expect(cancelled).not.toHaveBeenCalled();
});
