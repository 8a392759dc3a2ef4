import { Heading } from '../components/Heading.tsx';
import { IconBlock } from '../components/IconBlock.tsx';
import { ImageList } from '../components/ImageList.tsx';
import { getPageHeading, Page } from '../components/Page.tsx';
import { useContent } from '../content/useContent.ts';
import styles from './IconPage.module.css';

const blocks = [
  { id: 'services-kitchen', icon: 'kitchen-set' },
  { id: 'services-catering', icon: 'utensils' },
  { id: 'services-bowls', icon: 'bowl-food' },
  { id: 'services-classes', icon: 'book-open' },
] as const;

/** The Services page: one block with an icon for each service. */
export function Services() {
  const services = useContent('services');
  const pageRecord = services?.['services-main'];
  const siteName = useContent('siteName')?.name;
  return (
    <Page pageRecord={pageRecord} siteName={siteName} className={styles.page}>
      <Heading level={1} text={getPageHeading(pageRecord, siteName)} />
      <ImageList pictures={pageRecord?.pictures} sizes="(min-width: 80rem) 72rem, 92vw" priority />
      <div className={styles.blocks}>
        {blocks.map(({ id, icon }) => (
          <IconBlock
            key={id}
            id={id}
            icon={icon}
            heading={services?.[id].subHeading}
            text={services?.[id].description}
          />
        ))}
      </div>
    </Page>
  );
}
