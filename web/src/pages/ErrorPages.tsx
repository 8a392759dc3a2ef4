import emptyPlate from '../art/empty-plate.svg';
import { ContactLink } from '../components/ContactLink.tsx';
import { Page } from '../components/Page.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { homePage, menuPage } from '../content/pages.ts';
import { useContent } from '../content/useContent.ts';
import styles from './ErrorPages.module.css';

/** A page with a message, links to Home and Menu, and the phone number. */
function ErrorPage({ title, text }: { title: string; text: string }) {
  const tabs = useContent('tabs');
  const contact = useContent('contact');
  return (
    <Page pageRecord={{ mainHeading: title, description: '' }} siteName={useContent('siteName')?.name}>
      <div className={styles.errorPage}>
        <div className={styles.text}>
          <h1>{title}</h1>
          <p>{text}</p>
          <div className={styles.links}>
            <TextLink to={homePage.path} text={tabs?.[homePage.tab]} />
            <TextLink to={menuPage.path} text={tabs?.[menuPage.tab]} />
            <ContactLink kind="phone" text={contact?.['contact-phone'].description} />
          </div>
        </div>
        <img className={styles.picture} src={emptyPlate} width={1000} height={625} alt="" />
      </div>
    </Page>
  );
}

/** The page for unknown paths. */
export const NotFound = () => (
  <ErrorPage
    title="Not on our menu"
    text="There is no page at this address. It may have moved, or the link may have a typo."
  />
);

/** The page in place of a page that fails to render. */
export const Failed = () => (
  <ErrorPage
    title="This page burned"
    text="Something went wrong on our side, and it is not your fault. Please try it again, or go on from here."
  />
);
