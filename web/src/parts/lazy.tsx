// A part of the page that is loaded when it is first shown.
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: () => JSX.Element | null = () => null): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [, again] = useState(0);
    const [trouble, setTrouble] = useState<Error | null>(null);
    useEffect(() => {
      if (loaded) return;
      load().then(part => { loaded = part; again(n => n + 1); }, (e: unknown) => { setTrouble(e as Error); });
    }, []);
    if (trouble) throw trouble; // the boundary around the screen says so
    const Part = loaded;
    return Part ? <Part {...props} /> : meanwhile();
  };
}
