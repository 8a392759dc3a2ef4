import { Link, type LinkProps } from 'react-router-dom';

interface TextLinkProps extends Omit<LinkProps, 'children' | 'inert'> {
  /** `undefined` until it is loaded. */
  text: string | undefined;
}

/**
 * A link whose text comes from the CMS. Until the text is loaded, the link keeps its place in the layout but is inert, because
 * without a text it has no accessible name.
 */
export const TextLink = ({ text, ...props }: TextLinkProps) => (
  <Link {...props} inert={!text}>
    {text}
  </Link>
);
