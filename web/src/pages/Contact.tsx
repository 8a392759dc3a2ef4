import { CityMap } from '../components/CityMap.tsx';
import { ContactLink } from '../components/ContactLink.tsx';
import { Heading } from '../components/Heading.tsx';
import { Hours } from '../components/Hours.tsx';
import { IconBlock } from '../components/IconBlock.tsx';
import { getPageHeading, Page } from '../components/Page.tsx';
import type { PageTime } from '../content/content.ts';
import { useContent } from '../content/useContent.ts';
import styles from './IconPage.module.css';

/** The Contact page: phone, e-mail, address, opening hours and the map. */
export function Contact({ now, timeZone }: PageTime) {
  const contact = useContent('contact');
  const pageRecord = contact?.['contact-main'];
  const phone = contact?.['contact-phone'];
  const email = contact?.['contact-email'];
  const address = contact?.['contact-address'];
  const hours = contact?.['contact-hours'];
  const siteName = useContent('siteName')?.name;
  return (
    <Page pageRecord={pageRecord} siteName={siteName} className={styles.page}>
      <Heading level={1} text={getPageHeading(pageRecord, siteName)} />
      <div className={styles.blocks}>
        <IconBlock id="contact-phone" icon="phone" heading={phone?.subHeading} text={phone?.description}>
          <ContactLink kind="phone" text={phone?.description} />
        </IconBlock>
        <IconBlock id="contact-email" icon="envelope" heading={email?.subHeading} text={email?.description}>
          <ContactLink kind="email" text={email?.description} />
        </IconBlock>
        <IconBlock
          id="contact-address"
          icon="location-dot"
          heading={address?.subHeading}
          text={address?.description}
        >
          <ContactLink kind="address" text={address?.description} />
        </IconBlock>
        <IconBlock id="contact-hours" icon="clock" heading={hours?.subHeading} text={hours?.description}>
          <Hours table={hours?.hoursTable} schedule={hours?.schedule} now={now} timeZone={timeZone} />
        </IconBlock>
      </div>
      <CityMap siteName={siteName} place={address?.mapPlace} address={address?.description} />
    </Page>
  );
}
