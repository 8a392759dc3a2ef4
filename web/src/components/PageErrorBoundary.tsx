import { Component, type ReactNode } from 'react';
import { Notice } from './Notice.tsx';

interface PageErrorBoundaryProps {
  children: ReactNode;
}

/** Shows the site's own page when a page fails to render; the frame around it stays usable. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        title="This page burned"
        text="Something went wrong on our side, and it is not your fault. Please try it again, or go on from here."
      />
    );
  }
}
