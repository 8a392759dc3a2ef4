import { Component, type ReactNode } from 'react';

interface PageErrorBoundaryProps {
  /** What is shown in place of a page that has failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows the site's own page when a page fails to render; the frame around it stays usable. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
