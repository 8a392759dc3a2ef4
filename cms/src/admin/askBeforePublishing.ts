import { useForm, useNotification } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { explainField } from './explanations';
import type { AdminApp } from './hideUnusedParts';

interface Entry {
  model: string;
  documentId?: string;
}

/** The used part of what an action of the edit view describes. */
interface Description {
  onClick?: (event: unknown) => unknown;
  dialog?: object;
}

export interface DocumentAction {
  (entry: Entry): Description | null;
  type?: string;
}

/** Asks before an entry is published whose text the site doesn't understand. */
const askFirst = (publish: DocumentAction): DocumentAction =>
  Object.assign((entry: Entry) => {
    const description = publish(entry);
    const values = useForm('askFirst', (form) => form.values);
    const { toggleNotification } = useNotification();
    const explanation = explainField(`${entry.documentId}.description`, values, Date.now());
    const question = explanation?.understood === false ? explanation.text : undefined;

    // Strapi publishes with these keys without the action's onClick.
    useEffect(() => {
      if (question === undefined) return;
      const stopShortcut = (event: KeyboardEvent) => {
        if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key !== 'Enter') return;
        event.preventDefault();
        event.stopImmediatePropagation();
        toggleNotification({
          type: 'warning',
          message: `${question} To publish it anyway, press Publish.`,
        });
      };
      window.addEventListener('keydown', stopShortcut, true);
      return () => window.removeEventListener('keydown', stopShortcut, true);
    }, [question, toggleNotification]);

    if (!description || question === undefined) return description;
    return {
      ...description,
      // Strapi shows the dialog after an onClick that returns nothing.
      onClick: () => undefined,
      dialog: {
        type: 'dialog',
        variant: 'default',
        bodyIcon: 'default',
        title: 'Publish anyway?',
        content: question,
        confirmLabel: 'Publish',
        onConfirm: () => description.onClick?.(undefined),
      },
    };
  }, publish);

/**
 * Makes Publish ask once when the site doesn't understand the hours, the phone number, the e-mail or the postal address.
 * @throws Error when the content manager no longer has its function addDocumentAction
 */
export function askBeforePublishing(app: AdminApp): void {
  const { addDocumentAction } = app.getPlugin('content-manager').apis;
  if (typeof addDocumentAction !== 'function') throw new Error('Strapi has no addDocumentAction.');
  addDocumentAction((actions: DocumentAction[]) =>
    actions.map((action) => (action.type === 'publish' ? askFirst(action) : action)),
  );
}
