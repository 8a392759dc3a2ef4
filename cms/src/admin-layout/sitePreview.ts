import { newPreviewToken } from '../access/previewToken';
import { previewPathOf } from '../content/contentTypes';
import { siteUrl } from '../environment/settings';

interface PreviewedEntry {
  documentId: string;
  status: string;
}

/**
 * Configures Strapi's preview: it opens the site's page that shows the edited entry, scrolled to the entry.
 */
export function sitePreview() {
  const site = siteUrl();
  return {
    enabled: true,
    config: {
      allowedOrigins: [new URL(site).origin],
      handler(uid: string, { documentId, status }: PreviewedEntry): string | undefined {
        const path = previewPathOf(uid);
        if (path === undefined) return undefined;
        const url = new URL(path, site);
        const id = encodeURIComponent(documentId);
        // The token is in the fragment, which browsers send to no server, so that no log contains it.
        url.hash = status === 'published' ? id : `preview=${newPreviewToken()}&at=${id}`;
        return url.href;
      },
    },
  };
}
