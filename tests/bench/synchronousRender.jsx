// @ts-nocheck: its packages are installed in web/, where this TypeScript project does not find them
import { Splide, SplideSlide } from '@splidejs/react-splide';
import '@splidejs/splide/css/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import useSWR from 'swr';
import { FontAwesome } from '../../web/src/components/FontAwesome.tsx';

const icons = 'book-open bowl-food clock envelope kitchen-set location-dot phone utensils'.split(' ');
const paths = ['/', '/menu', '/services', '/contact'];
const main = document.querySelector('main');

/** The texts and pictures of the static page that loads this script. */
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
      {icons.map((name) => (
        <section className="icon" key={name}>
          <FontAwesome name={name} />
        </section>
      ))}
      {data.texts.map(({ Tag, text }) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </>
  );
}

// Renders the whole page in one synchronous step, as an application with all its packages in one script does.
flushSync(() =>
  createRoot(main).render(
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Page />} />
      </Routes>
    </BrowserRouter>,
  ),
);
performance.mark('interactive');
