import { Link, type LinkProps } from 'react-router-dom';

interface TextLinkProps extends Omit<LinkProps, 'children' | 'inert'> {
  /** `undefined` until it is loaded. */
  text: string | undefined;
}

/**
 * A link whose text comes from the CMS; nothing when the text is empty. Until the text is loaded, the link keeps its place in
 * the layout but is inert, because without a text it has no accessible name.
 */
export function TextLink({ text, ...props }: TextLinkProps) {
  if (text === '') return null;
  return (
    <Link {...props} inert={!text}>
      {text}
    </Link>
  );
}
