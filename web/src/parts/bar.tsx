// The bar on top of every screen: the way home, where we are, and the buttons that are everywhere.
import type { ComponentChildren } from "preact";
import { homeOf, isHereAddress } from "../here/here";
import type { Link } from "../net/connection";
import { useStore } from "./hooks";

export interface BarProps {
  /** the game, or the name of the screen */
  title?: string;
  /** where it stands */
  about?: ComponentChildren;
  link?: Link;
  game?: string;
  /** opens how to play, in place of the way to the rules */
  help?(): void;
  /** opens the settings over this screen instead of going to theirs */
  settings?(): void;
  inspect?: { on: boolean; toggle(): void };
  leave?(): void;
  /** more buttons, in front of the others */
  children?: ComponentChildren;
}

const LINKS: Record<Link, string> = { connecting: "Connecting", open: "Connected", lost: "Reconnecting" };

export function Brand() {
  return <a class="brand" href={homeOf(location.hash)} aria-label="Croupier, lobby"><i /><b /><span>Croupier</span></a>;
}

export function Bar(p: BarProps) {
  const kept = useStore();
  const { sound } = kept.settings;
  return (
    <header class="bar">
      <Brand />
      {p.title && <div class="where"><b>{p.title}</b>{p.about && <span>{p.about}</span>}</div>}
      <nav aria-label="Main">
        {p.link && <span class={`net ${p.link}`}>{p.link === "open" && isHereAddress(location.hash) ? "In this tab" : LINKS[p.link]}</span>}
        {p.children}
        {p.help
          ? <button class="icon" aria-label="How to play" title="How to play" onClick={p.help}><i class="ic ic-help" /></button>
          : <a class="icon" aria-label="Rules" title="Rules" href={`#/rules/${p.game ?? ""}`}><i class="ic ic-rules" /></a>}
        <button class="icon hide-s" aria-label="Sound" aria-pressed={sound} title={sound ? "Sound is on" : "Sound is off"}
          onClick={() => { kept.set({ sound: !sound }); }}><i class={`ic ${sound ? "ic-sound" : "ic-mute"}`} /></button>
        {p.settings
          ? <button class="icon hide-s" aria-label="Settings" title="Settings" onClick={p.settings}><i class="ic ic-settings" /></button>
          : <a class={`icon${p.title ? " hide-s" : ""}`} aria-label="Settings" title="Settings" href="#/settings"><i class="ic ic-settings" /></a>}
        {p.inspect && (
          <button class="icon hide-s" aria-label="Inspector" title="Inspector" aria-pressed={p.inspect.on} onClick={p.inspect.toggle}><i class="ic ic-inspect" /></button>
        )}
        {p.leave && <button class="icon" aria-label="Leave the table" title="Leave the table" onClick={p.leave}><i class="ic ic-leave" /></button>}
      </nav>
    </header>
  );
}
