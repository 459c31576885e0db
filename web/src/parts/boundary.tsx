// A fence around a part of the page: what fails while it is drawn does not take the rest with it.
import { Component, type ComponentChildren } from "preact";

interface BoundaryProps {
  children: ComponentChildren;
  /** what is drawn in its place; `again` tries once more */
  fallback(again: () => void): ComponentChildren;
  onError?(error: Error): void;
}

export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static override getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error);
  }

  render({ children, fallback }: BoundaryProps): ComponentChildren {
    return this.state.isBroken ? fallback(() => { this.setState({ isBroken: false }); }) : children;
  }
}
