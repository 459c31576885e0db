// A dialog over the page: keeps the focus, closes on Escape or a press beside it, gives the focus back. The element
// marked `autofocus` gets the focus; it should be the least harmful choice.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  title: string;
  close(): void;
  /** a sheet is larger, for reading */
  sheet?: boolean;
  /** beside the title */
  more?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

export function Dialog({ title, close, sheet, more, class: other = "", children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current!;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[autofocus]")?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={box} class={`dlg${sheet ? " sheet" : ""}${other && ` ${other}`}`} aria-labelledby="dlg-t"
      onCancel={e => { e.preventDefault(); close(); }}
      onPointerDown={e => { if (e.target === box.current) close(); }}>
      <div class="dlg-in">
        <header class="dlg-h">
          <h2 id="dlg-t">{title}</h2>
          {more}
          {sheet && <button class="icon" aria-label="Close" onClick={close}><i class="ic ic-close" /></button>}
        </header>
        {children}
      </div>
    </dialog>
  );
}
