import { createPreviewToken } from '../access/previewToken';
import { previewPathOf } from '../content/contentTypes';
import { readSiteUrl } from '../environment/settings';

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
        // The token is in the fragment, which browsers don't send to servers, so that no log contains it.
        url.hash = status === 'published' ? id : `preview=${createPreviewToken()}&at=${id}`;
        return url.href;
      },
    },
  };
}
