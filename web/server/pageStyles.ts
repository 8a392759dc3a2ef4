import postcss, { type Root } from 'postcss';

/** The class names that elements must have for a selector; those in parentheses, as in `:not(.a)`, don't count. */
function listClasses(selector: string): string[] {
  const withoutArguments = selector.replace(/\([^()]*\)/g, '');
  if (withoutArguments !== selector) return listClasses(withoutArguments);
  return [...selector.matchAll(/\.([\w-]+)/g)].flatMap(([, name]) => name ?? []);
}

/** The rules that each page needs in its document: those of all pages, and those of the components that it contains. */
export class PageStyles {
  readonly #base: string;
  readonly #components: Root;

  /**
   * @param base the text of the style sheet for all pages
   * @param components the text of the components' style sheet, which is applied after it
   */
  constructor(base: string, components: string) {
    this.#base = base;
    this.#components = postcss.parse(components);
  }

  /** Selects the rules that apply to an HTML document, as long as no script changes it. */
  select(html: string): string {
    const names = new Set(
      [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes = '']) => classes.split(' ')),
    );
    const rules = this.#components.clone();
    rules.walkRules((rule) => {
      const selectors = rule.selectors.filter((selector) =>
        listClasses(selector).every((name) => names.has(name)),
      );
      if (selectors.length) rule.selectors = selectors;
      else rule.remove();
    });
    rules.walkAtRules((rule) => {
      if (rule.nodes?.length === 0) rule.remove();
    });
    return this.#base + rules;
  }
}
