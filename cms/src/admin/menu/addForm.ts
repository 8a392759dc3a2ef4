import type { ItemText } from '../../shared/content/itemText';
import { isDishType, type MenuType } from '../../shared/content/menuTypes';
import { trimText } from './menuContent';
import type { MenuProblem } from './menuProblem';

/** The form of a new item, until it is added. */
export interface AddForm {
  id: number;
  list: MenuType;
  text: ItemText;
  isAdding: boolean;
  /** Why it could not be added. */
  problem?: MenuProblem | undefined;
  /** The ids of the items before the first attempt: after one without an answer, the item may be there. */
  known?: string[];
}

/** Adds an item at the end, as a draft. */
export interface AddEdit {
  type: 'add';
  form: number;
  list: MenuType;
  text: ItemText;
  /** The ids of the items before the first attempt: after one without an answer, the item may be there. */
  known: string[];
}

export const createForm = (id: number, list: MenuType): AddForm => ({
  id,
  list,
  text: isDishType(list) ? { name: '', description: '' } : { name: '' },
  isAdding: false,
});

export const isEmptyForm = ({ text: { name, description = '' } }: AddForm): boolean =>
  name.trim() === '' && description.trim() === '';

/** Returns the edit that adds the item of a form, and the form while the edit waits. */
export function startAdding(form: AddForm, ids: string[]): { form: AddForm; edit: AddEdit } {
  const { id, list, text, known = ids } = form;
  return {
    form: { ...form, isAdding: true, known },
    edit: { type: 'add', form: id, list, text: trimText(text), known },
  };
}
