import { Component, type ReactNode } from 'react';

interface PageErrorBoundaryProps {
  /** Shown in place of a page that fails to render. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows the fallback when a page fails to render; the frame around it stays usable. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
