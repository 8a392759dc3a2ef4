import { Component, type ReactNode } from 'react';

interface SiteErrorBoundaryState {
  /** The title and the HTML of the page when the site failed. */
  page: { title: string; html: string } | undefined;
}

/** Leaves the page as it is when the site around it fails to render: its text stays readable, and its links load other pages. */
export class SiteErrorBoundary extends Component<{ children: ReactNode }, SiteErrorBoundaryState> {
  override state: SiteErrorBoundaryState = { page: undefined };

  static getDerivedStateFromError(): SiteErrorBoundaryState {
    // React removes the page's elements only after this.
    return { page: { title: document.title, html: document.getElementById('root')?.innerHTML ?? '' } };
  }

  override render() {
    const { page } = this.state;
    if (!page) return this.props.children;
    return (
      <>
        <title>{page.title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site has rendered it itself */}
        <div dangerouslySetInnerHTML={{ __html: page.html }} />
      </>
    );
  }
}
