import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { Page } from '../components/Page.tsx';
import { useContent } from '../content/useContent.ts';

const title = 'Not on our menu';

/** The page for unknown paths. */
export function NotFound() {
  return (
    <Page pageRecord={{ mainHeading: title, description: '' }} siteName={useContent('siteName')?.name}>
      <ErrorNotice
        title={title}
        text="There is no page at this address. It may have moved, or the link may have a typo."
        tabs={useContent('tabs')}
        contact={useContent('contact')}
      />
    </Page>
  );
}
