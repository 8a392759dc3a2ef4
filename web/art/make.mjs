// Makes the social card and the icons in web/public. Needs rsvg-convert (librsvg2-bin), pngquant and zopflipng (zopfli).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const made = join(here, '../public');
const mark = join(here, '../../cms/seed/pictures/logo.svg');
const smallMark = join(made, 'favicon.svg');
const scratch = mkdtempSync(join(tmpdir(), 'art-'));

function run(program, ...words) {
  execFileSync(program, words.map(String), { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Pulls a drawing as a palette PNG of so many colours, `width` pixels wide, without metadata. */
function pull(drawing, name, width, colours, page = []) {
  const raw = join(scratch, 'raw.png');
  const reduced = join(scratch, 'reduced.png');
  const png = join(scratch, name);
  run('rsvg-convert', '--width', width, '--keep-aspect-ratio', ...page, '--output', raw, drawing);
  run('pngquant', '--nofs', '--speed=1', '--strip', '--force', '--output', reduced, colours, raw);
  run('zopflipng', '-y', '--iterations=15', '--filters=0', reduced, png);
  return readFileSync(png);
}

/** The page of an icon without transparency: paper, `side` pixels square, with the mark in its middle. */
function paper(side, width) {
  const margin = (side - width) / 2;
  return [
    ...['--page-width', side, '--page-height', side, '--left', margin, '--top', margin],
    ...['--background-color', '#f6efe1'],
  ];
}

/** An ICO file of square PNGs: a header of 6 bytes, one entry of 16 bytes for each, then the PNGs. */
function ico(sides) {
  const pngs = sides.map((side) => pull(smallMark, `${side}.png`, side, 64));
  const head = Buffer.alloc(6 + 16 * sides.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sides.length, 4);
  let offset = head.length;
  sides.forEach((side, index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(side, entry);
    head.writeUInt8(side, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(pngs[index].length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += pngs[index].length;
  });
  return Buffer.concat([head, ...pngs]);
}

const files = {
  'social-card.png': pull(join(here, 'social-card.svg'), 'card.png', 1200, 48),
  'icon-192.png': pull(mark, 'icon.png', 192, 64),
  'icon-512.png': pull(mark, 'icon.png', 512, 64),
  'icon-maskable-512.png': pull(mark, 'icon.png', 440, 64, paper(512, 440)),
  'apple-touch-icon.png': pull(mark, 'icon.png', 168, 64, paper(180, 168)),
  'favicon.ico': ico([16, 32, 48]),
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(made, name), bytes);
rmSync(scratch, { recursive: true });
