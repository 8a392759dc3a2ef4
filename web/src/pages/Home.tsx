import { Carousel } from '../components/Carousel.tsx';
import { Heading } from '../components/Heading.tsx';
import { ImageList } from '../components/ImageList.tsx';
import { getPageHeading, Page } from '../components/Page.tsx';
import { TextBlock } from '../components/TextBlock.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { menuPage } from '../content/pages.ts';
import { useContent } from '../content/useContent.ts';
import styles from './Home.module.css';

/** The home page: pictures of dishes, the restaurant's story and the specials. */
export function Home() {
  const home = useContent('home');
  const siteName = useContent('siteName')?.name;
  const tabs = useContent('tabs');
  const pageRecord = home?.['home-main'];
  const [story, city] = [home?.['home-story-1'], home?.['home-story-2']];
  const [happyHour, secondSpecial, thirdSpecial] = [
    home?.['home-special-1'],
    home?.['home-special-2'],
    home?.['home-special-3'],
  ];
  const heading = getPageHeading(pageRecord, siteName);
  return (
    <Page pageRecord={pageRecord} siteName={siteName}>
      <div className={`${styles.hero} ${pageRecord?.pictures.length ? styles.withPictures : ''}`}>
        <div className={styles.lead}>
          <Heading level={1} text={heading} />
          <TextLink className={styles.menuLink} to={menuPage.path} text={tabs?.[menuPage.tab]} />
        </div>
        <Carousel label={heading} pictures={pageRecord?.pictures} />
      </div>
      <section className={styles.story}>
        <TextBlock id="home-story-1" level={2} heading={story?.subHeading} text={story?.description} />
        <ImageList
          className={styles.storyPicture}
          pictures={story?.pictures}
          sizes="(min-width: 48rem) 24rem, 70vw"
        />
        <TextBlock
          id="home-story-2"
          className={styles.wideText}
          level={2}
          heading={city?.subHeading}
          text={city?.description}
        />
        <ImageList
          className={styles.widePicture}
          pictures={city?.pictures}
          sizes="(min-width: 80rem) 72rem, 92vw"
        />
      </section>
      <section id="home-specials" className={styles.specials}>
        <Heading level={2} text={home?.['home-specials'].mainHeading} />
        <ImageList pictures={happyHour?.pictures} sizes="(min-width: 48rem) 32rem, 92vw" />
        <div className={styles.specialsText}>
          <TextBlock id="home-special-1" level={3} heading={happyHour?.subHeading} />
          <TextBlock
            id="home-special-2"
            level={3}
            heading={secondSpecial?.subHeading}
            text={secondSpecial?.description}
          />
          <TextBlock
            id="home-special-3"
            level={3}
            heading={thirdSpecial?.subHeading}
            text={thirdSpecial?.description}
          />
        </div>
      </section>
    </Page>
  );
}
