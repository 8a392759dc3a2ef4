import { readSiteUrl } from '../environment/settings';
import { previewPathOf } from '../shared/content/contentTypes';
import { findSessionId } from '../strapi/sessions';
import { createPreviewUrl, elementIdOf } from './previewUrl';

export interface PreviewedEntry {
  documentId: string;
  status: string;
}

/** Returns the configuration of Strapi's preview: it opens the page that shows the edited entry, and scrolls to it. */
export function configurePreview() {
  const site = readSiteUrl();
  return {
    enabled: true,
    config: {
      allowedOrigins: [new URL(site).origin],
      handler(uid: string, { documentId, status }: PreviewedEntry): string | undefined {
        if (status === 'published') {
          const path = previewPathOf(uid);
          return path && new URL(`${path}#${encodeURIComponent(elementIdOf(uid, documentId))}`, site).href;
        }
        // Strapi calls this without the request; only a signed-in user has a session.
        const sessionId = findSessionId(strapi);
        return sessionId && createPreviewUrl(uid, documentId, { sessionId });
      },
    },
  };
}
