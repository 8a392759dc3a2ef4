// @ts-nocheck: its packages are the site's, out of this project's sight
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

// The ordinary way: every required package in one script, and the page rendered by it in one go as soon as it is there.
config.autoAddCss = false;

const icons = [faBookOpen, faBowlFood, faClock, faEnvelope, faKitchenSet, faLocationDot, faPhone, faUtensils];
const paths = ['/', '/menu', '/services', '/contact'];
const main = document.querySelector('main');

/** The words and pictures of the page this script is on. */
const words = {
  slides: [...main.querySelectorAll('picture, h2')].slice(0, 3).map(({ outerHTML }) => outerHTML),
  texts: [...main.querySelectorAll('h1, h2, h3, p, .drinks li')].map(({ localName, textContent }) => ({
    Tag: localName === 'li' ? 'p' : localName,
    text: textContent,
  })),
};

function Page() {
  const { data } = useSWR('words', () => words, { fallbackData: words });
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
