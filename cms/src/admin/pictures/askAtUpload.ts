import { UPLOAD } from '../englishTranslations';

/** A picture whose upload waits until the owner has said what it shows. */
export interface Question {
  file: File;
  /** An address at which the browser shows the picture. */
  preview: string;
  /** Ends the wait; an empty text means that the owner writes it later. */
  answer: (alternativeText: string) => void;
}

const NO_QUESTIONS: readonly Question[] = [];
let questions = NO_QUESTIONS;
const listeners = new Set<() => void>();
/** The texts of pictures that have not arrived, so that a second try does not ask again. */
const texts = new Map<string, Promise<string>>();

function setQuestions(next: readonly Question[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

export const readQuestions = (): readonly Question[] => questions;

/** Calls a function when a question is added or answered; returns one that stops this. */
export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Answers all questions, by their index; those without a text are left for later. */
export function answerQuestions(answers: Record<string, unknown>): void {
  for (const [index, { preview, answer }] of questions.entries()) {
    const text = answers[index];
    answer(typeof text === 'string' ? text.trim() : '');
    URL.revokeObjectURL(preview);
  }
  setQuestions(NO_QUESTIONS);
}

/** Whether the browser can show a picture; the CMS rejects most others, with a sentence. */
async function canShow(preview: string): Promise<boolean> {
  const image = new Image();
  image.src = preview;
  return image.decode().then(
    () => true,
    () => false,
  );
}

async function ask(file: File): Promise<string> {
  const preview = URL.createObjectURL(file);
  // Without the dialog nobody could answer.
  if (!listeners.size || !(await canShow(preview))) {
    URL.revokeObjectURL(preview);
    return '';
  }
  return new Promise((answer) => setQuestions([...questions, { file, preview, answer }]));
}

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

function readText(file: File): Promise<string> {
  const text = texts.get(keyOf(file)) ?? ask(file);
  texts.set(keyOf(file), text);
  return text;
}

/** The parts of Strapi's request for an upload; `undefined` for any other request, and when the text is there already. */
function readUpload(body: unknown) {
  if (!(body instanceof FormData)) return undefined;
  const file = body.get('files');
  const json = body.get('fileInfo');
  if (!(file instanceof File) || typeof json !== 'string') return undefined;
  const info: { alternativeText?: string | null } = JSON.parse(json);
  return info.alternativeText ? undefined : { form: body, file, info };
}

/**
 * Asks the owner what each picture shows before it is uploaded. Strapi has no hook for this, so each request for an upload
 * waits for the answer; these are the admin's only requests with `XMLHttpRequest`, as only that reports progress.
 */
export function askAtUpload(): void {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function sendWithText(this: XMLHttpRequest, body) {
    const upload = readUpload(body);
    if (!upload) return send.call(this, body);
    const { form, file, info } = upload;
    this.addEventListener('load', () => this.status < 300 && texts.delete(keyOf(file)));
    void readText(file).then((alternativeText) => {
      if (alternativeText) form.set('fileInfo', JSON.stringify({ ...info, alternativeText }));
      send.call(this, form);
    });
  };
}

/**
 * Asks about pictures when they are chosen in a dialog of Strapi's. Once one has its text, the upload needs no press of its own:
 * *Add* in the question is enough. Should Strapi's button not be found, the owner presses it.
 */
export function askAtChoice(): void {
  document.addEventListener('change', async ({ target }) => {
    const isChoice = target instanceof HTMLInputElement && target.matches('[role="dialog"] [type="file"]');
    // The input that replaces a picture takes one file only.
    if (!isChoice || !target.multiple) return;
    const answers = await Promise.all(Array.from(target.files ?? [], readText));
    if (!answers.some(Boolean)) return;
    for (const button of document.querySelectorAll<HTMLElement>('[role="dialog"] footer button'))
      if (button.textContent?.startsWith(UPLOAD)) button.click();
  });
}

/** The used part of the action that starts an upload in the list of all photographs. */
interface Action {
  type: string;
  meta?: { arg?: { endpointName?: string; originalArgs?: { formData?: FormData } } };
}

/** Asks about all pictures of an upload at once, because Strapi sends them one after the other. A Redux middleware. */
export const askAboutAll = () => () => (next: (action: Action) => unknown) => (action: Action) => {
  const { endpointName, originalArgs } = action.meta?.arg ?? {};
  if (endpointName === 'uploadFiles' && action.type === 'adminApi/executeMutation/pending')
    for (const file of originalArgs?.formData?.getAll('files') ?? [])
      if (file instanceof File) void readText(file);
  return next(action);
};
