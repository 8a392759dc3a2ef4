import { previewPathOf } from '../content/contentTypes';
import { readSiteUrl } from '../environment/settings';
import { createPreviewToken } from './previewToken';

interface PreviewedEntry {
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
        const path = previewPathOf(uid);
        if (path === undefined) return undefined;
        const url = new URL(path, site);
        const id = encodeURIComponent(documentId);
        url.hash = id;
        if (status === 'published') return url.href;
        // Strapi calls this without the request; only a signed-in user has a session.
        const sessionId: string | undefined = strapi.requestContext.get()?.state.session?.id;
        if (sessionId === undefined) return undefined;
        // The token is in the fragment, which browsers don't send to servers, so that no log contains it.
        url.hash = `preview=${createPreviewToken({ sessionId })}&at=${id}`;
        return url.href;
      },
    },
  };
}
