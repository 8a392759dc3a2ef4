// @ts-nocheck: its packages are installed in web/, where this TypeScript project does not find them
import { config } from '@fortawesome/fontawesome-svg-core';
import {
  faBookOpen,
  faBowlFood,
  faClock,
  faEnvelope,
  faKitchenSet,
  faLocationDot,
  faPhone,
  faUtensils,
} from '@fortawesome/free-solid-svg-icons';
import { FontAwesomeIcon } from '@fortawesome/react-fontawesome';
import { Splide, SplideSlide } from '@splidejs/react-splide';
import '@splidejs/splide/css/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import useSWR from 'swr';

// The usual way to build a page: one script with every required package, which renders the whole page in one synchronous step.
config.autoAddCss = false;

const icons = [faBookOpen, faBowlFood, faClock, faEnvelope, faKitchenSet, faLocationDot, faPhone, faUtensils];
const paths = ['/', '/menu', '/services', '/contact'];
const main = document.querySelector('main');

/** The texts and pictures of the page that loads this script. */
const content = {
  slides: [...main.querySelectorAll('picture, h2')].slice(0, 3).map(({ outerHTML }) => outerHTML),
  texts: [...main.querySelectorAll('h1, h2, h3, p, .drinks li')].map(({ localName, textContent }) => ({
    Tag: localName === 'li' ? 'p' : localName,
    text: textContent,
  })),
};

function Page() {
  const { data } = useSWR('content', () => content, { fallbackData: content });
  return (
    <>
      <nav>
        {paths.map((path) => (
          <Link key={path} to={path}>
            {path}
          </Link>
        ))}
      </nav>
      <Splide aria-label="Pictures">
        {data.slides.map((slide) => (
          <SplideSlide key={slide} dangerouslySetInnerHTML={{ __html: slide }} />
        ))}
      </Splide>
      {icons.map((icon) => (
        <section className="icon" key={icon.iconName}>
          <FontAwesomeIcon icon={icon} />
        </section>
      ))}
      {data.texts.map(({ Tag, text }) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </>
  );
}

flushSync(() =>
  createRoot(main).render(
    <BrowserRouter>
      <Routes>
        {paths.map((path) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </BrowserRouter>,
  ),
);
