// A dialog of this table: keeps the focus, closes on Escape, gives the focus back to what opened it (JK-12.4).
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface ModalProps {
  id: string;
  title: string;
  about?: ComponentChildren;
  children: ComponentChildren;
  /** Escape, or a press beside it; without it only its own buttons close it */
  onClose?(): void;
  onKeyDown?(event: KeyboardEvent): void;
  /** the browser cannot build it (JK-11.15) */
  onFail?(): void;
  /** selector of what gets the focus */
  focus?: string;
  class?: string;
}

export function Modal(p: ModalProps) {
  const box = useRef<HTMLDialogElement>(null), fail = useRef(p.onFail);
  useLayoutEffect(() => {
    const dialog = box.current!, before = document.activeElement as HTMLElement | null;
    try {
      dialog.showModal();
      dialog.querySelector<HTMLElement>(p.focus ?? "button")?.focus();
    } catch {
      fail.current?.();
    }
    return () => {
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={box} id={p.id} class={`dlg jk-dlg ${p.class ?? ""}`} aria-labelledby={`${p.id}-t`} aria-describedby={`${p.id}-d`}
      onCancel={e => { e.preventDefault(); p.onClose?.(); }} onKeyDown={p.onKeyDown}>
      <h2 id={`${p.id}-t`}>{p.title}</h2>
      <div id={`${p.id}-d`} class="dim">{p.about}</div>
      {p.children}
    </dialog>
  );
}
