import type { Core } from '@strapi/strapi';
import { joinLines, unifyBreaks } from '../shared/lineBreaks';

/** The entries, their components and the pictures; other tables have texts of programs. */
const CONTENT = /^(api::.*|plugin::upload\.file|[\w-]+\.[\w-]+)$/;

interface Change {
  model: { uid: string; attributes: Record<string, { type: string } | undefined> };
  params: { data?: Record<string, unknown> };
}

/** Makes the line breaks of each text '\n' when it is saved, and spaces in a field of one line, in which the admin would leave them out. */
export function storeLineBreaks(strapi: Core.Strapi): void {
  const change = ({ model: { uid, attributes }, params: { data = {} } }: Change) => {
    if (!CONTENT.test(uid)) return;
    for (const [name, value] of Object.entries(data)) {
      const type = attributes[name]?.type;
      if (typeof value !== 'string') continue;
      if (type === 'text') data[name] = unifyBreaks(value);
      if (type === 'string') data[name] = joinLines(value);
    }
  };
  strapi.db.lifecycles.subscribe({ beforeCreate: change, beforeUpdate: change });
}
