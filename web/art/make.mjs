// Generates the social card and the icons in web/public. Needs rsvg-convert (librsvg2-bin), pngquant and zopflipng (zopfli).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const artFolder = import.meta.dirname;
const publicFolder = join(artFolder, '../public');
const logo = join(artFolder, '../../cms/seed/pictures/logo.svg');
const smallLogo = join(publicFolder, 'favicon.svg');
const temporaryFolder = mkdtempSync(join(tmpdir(), 'art-'));

function run(program, ...args) {
  execFileSync(program, args.map(String), { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Renders an SVG file as a palette PNG without metadata; `width` is in pixels, `colors` the size of the palette. */
function renderPng(svg, name, width, colors, pageOptions = []) {
  const raw = join(temporaryFolder, 'raw.png');
  const reduced = join(temporaryFolder, 'reduced.png');
  const png = join(temporaryFolder, name);
  run('rsvg-convert', '--width', width, '--keep-aspect-ratio', ...pageOptions, '--output', raw, svg);
  run('pngquant', '--nofs', '--speed=1', '--strip', '--force', '--output', reduced, colors, raw);
  run('zopflipng', '-y', '--iterations=15', '--filters=0', reduced, png);
  return readFileSync(png);
}

/** The rsvg-convert options for the icon of 180 pixels: the logo, 168 pixels wide, in its center, on the color of the pages. */
const ON_PAPER = [
  ...['--page-width', 180, '--page-height', 180, '--left', 6, '--top', 6],
  ...['--background-color', '#f6efe1'],
];

/** Builds an ICO file of square PNGs: a header of 6 bytes, an entry of 16 bytes for each PNG, then the PNGs. */
function buildIco(sides) {
  const pngs = sides.map((side) => renderPng(smallLogo, `${side}.png`, side, 64));
  const header = Buffer.alloc(6 + 16 * sides.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(sides.length, 4);
  let offset = header.length;
  sides.forEach((side, index) => {
    const entry = 6 + 16 * index;
    header.writeUInt8(side, entry);
    header.writeUInt8(side, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(pngs[index].length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += pngs[index].length;
  });
  return Buffer.concat([header, ...pngs]);
}

const files = {
  'social-card.png': renderPng(join(artFolder, 'social-card.svg'), 'card.png', 1200, 48),
  'apple-touch-icon.png': renderPng(logo, 'icon.png', 168, 64, ON_PAPER),
  'favicon.ico': buildIco([16, 32, 48]),
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(publicFolder, name), bytes);
rmSync(temporaryFolder, { recursive: true });
