import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { fieldsOfEntry } from '../../shared/content/contentTypes';
import { findOpenEntry } from '../strapi/page';

/** What Strapi adds to a label: the mark of a required field, and the number of pictures or rows, such as “Links (2)”. */
const ADDED = /\*?(\s\(.*\))?$/;

const isAfter = (one: Node, other: Node) =>
  Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);

/** Gives the focus to the field that the link to a form names, such as `#pictures`: to the first control after its label. */
export function LinkedField() {
  const field = useLocation().hash.slice(1);
  useEffect(() => {
    const { uid, documentId } = findOpenEntry();
    const name = fieldsOfEntry(uid, documentId)[field]?.label;
    const labels = [...document.querySelectorAll('main label')];
    const label = labels.find(({ textContent }) => textContent?.replace(ADDED, '') === name);
    const controls = document.querySelectorAll<HTMLElement>('main :is(input, textarea, button)');
    if (label) [...controls].find((control) => isAfter(control, label))?.focus();
  }, [field]);
  return null;
}
