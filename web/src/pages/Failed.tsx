import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { Page } from '../components/Page.tsx';
import { useContent } from '../content/useContent.ts';

const title = 'This page burned';

/** The page in place of a page that fails to render. */
export function Failed() {
  return (
    <Page pageRecord={{ mainHeading: title, description: '' }} siteName={useContent('siteName')?.name}>
      <ErrorNotice
        title={title}
        text="Something went wrong on our side, and it is not your fault. Please try it again, or go on from here."
        tabs={useContent('tabs')}
        contact={useContent('contact')}
      />
    </Page>
  );
}
