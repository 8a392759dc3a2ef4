import { newPreviewToken } from '../access/previewToken';
import { previewPageOf } from '../content/contentTypes';
import { siteUrl } from '../environment/settings';

interface PreviewedEntry {
  documentId: string;
  status: string;
}

/**
 * Configures Strapi's preview: it opens the site's page that shows the edited record, scrolled to the record.
 */
export function sitePreview() {
  const site = siteUrl();
  return {
    enabled: true,
    config: {
      allowedOrigins: [new URL(site).origin],
      handler(uid: string, { documentId, status }: PreviewedEntry): string | undefined {
        const page = previewPageOf(uid);
        if (page === undefined) return undefined;
        const url = new URL(page, site);
        const id = encodeURIComponent(documentId);
        // The token is in the fragment, which browsers send to no server, so that no log contains it.
        url.hash = status === 'published' ? id : `preview=${newPreviewToken()}&at=${id}`;
        return url.href;
      },
    },
  };
}
