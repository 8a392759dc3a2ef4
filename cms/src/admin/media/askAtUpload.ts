import { onPicturesChosen, pressUpload } from '../strapi/page';
import { changeUpload, createEntryUploadWait } from '../strapi/requests';
import { askForAlternativeTexts } from './AlternativeTextDialog';

/** The alternative texts of pictures, so that an upload does not ask again what was asked when the picture was chosen. */
const texts = new WeakMap<File, Promise<string>>();
/** The pictures of the next question. */
let waiting: File[] = [];
let answers: Promise<ReadonlyMap<File, string>>;

/** Asks in one dialog about all pictures for which it is called at the same moment, as Strapi uploads several. */
function ask(file: File): Promise<string> {
  if (waiting.length === 0)
    answers = Promise.resolve().then(() => {
      const files = waiting;
      waiting = [];
      return askForAlternativeTexts(files);
    });
  waiting.push(file);
  return answers.then((written) => written.get(file) ?? '');
}

/** Returns the alternative text of a picture, after asking the owner once; '' if she writes it later. */
function readText(file: File): Promise<string> {
  const text = texts.get(file) ?? ask(file);
  texts.set(file, text);
  return text;
}

/** Asks about the pictures that the dialog of an entry uploads. */
export const AskAtEntryUpload = createEntryUploadWait(async (picture) => {
  if (picture.rawFile && !picture.alternativeText) picture.alternativeText = await readText(picture.rawFile);
});

/** Asks about the pictures that the list of all photographs uploads. */
export const askAtUpload = (): void =>
  changeUpload(async (formData) => {
    const files = formData.getAll('files').filter((file) => file instanceof File);
    const written = await Promise.all(files.map(readText));
    const infos: object[] = JSON.parse(String(formData.get('fileInfo')));
    const changed = infos.map((info, index) =>
      written[index] ? { ...info, alternativeText: written[index] } : info,
    );
    formData.set('fileInfo', JSON.stringify(changed));
  });

/**
 * Asks about pictures when they are chosen in the dialog of an entry. Once one has its text, the upload needs no press of its
 * own: *Add* in the question also presses the button of the dialog that uploads. If there is none, the owner presses it.
 */
export const askAtChoice = (): void =>
  onPicturesChosen(async (files) => {
    const written = await Promise.all(files.map(readText));
    if (written.some(Boolean)) pressUpload();
  });
