// Settings: looks, sound, keys, my name. They stay in this browser. A screen of their own, or a sheet over a table.
import { Bar } from "../parts/bar";
import { Dialog } from "../parts/dialog";
import { useStore, useTitle } from "../parts/hooks";
import { Group } from "../parts/keys";

function Choice<T extends string>({ label, about, value, of, set }: { label: string; about: string; value: T; of: [T, string][]; set(value: T): void }) {
  return (
    <div class="setting">
      <div><b id={`set-${label}`}>{label}</b><small>{about}</small></div>
      <Group class="seg" aria-labelledby={`set-${label}`}>
        {of.map(([v, text]) => <button key={v} aria-pressed={v === value} onClick={() => { set(v); }}>{text}</button>)}
      </Group>
    </div>
  );
}

function Switch({ label, about, on, set }: { label: string; about: string; on: boolean; set(on: boolean): void }) {
  return (
    <div class="setting">
      <div><b id={`set-${label}`}>{label}</b><small>{about}</small></div>
      <button class="switch" role="switch" aria-checked={on} aria-labelledby={`set-${label}`} onClick={() => { set(!on); }}><i />{on ? "On" : "Off"}</button>
    </div>
  );
}

function All() {
  const kept = useStore();
  const s = kept.settings;
  return (
    <section class="panel">
      <label class="setting"><div><b>Name</b><small>How others see you at a table; at most 24 letters</small></div>
        <input class="input" maxLength={24} autocomplete="nickname" value={kept.name} onInput={e => { kept.name = e.currentTarget.value; }} /></label>
      <Choice label="Theme" about="Light or dark paper" value={s.theme} of={[["system", "As the system"], ["light", "Light"], ["dark", "Dark"]]} set={theme => { kept.set({ theme }); }} />
      <Choice label="Contrast" about="More: flat colours, thicker lines" value={s.contrast} of={[["system", "As the system"], ["normal", "Normal"], ["more", "More"]]} set={contrast => { kept.set({ contrast }); }} />
      <Choice label="Motion" about="Less: things appear in place" value={s.motion} of={[["system", "As the system"], ["full", "Full"], ["less", "Less"]]} set={motion => { kept.set({ motion }); }} />
      <Switch label="Plain tables" about="Every game by the same table: cards, rows and buttons in place of drawings" on={s.plain} set={plain => { kept.set({ plain }); }} />
      <Switch label="Sound" about="Short tones when it is my turn and when things happen" on={s.sound} set={sound => { kept.set({ sound }); }} />
      <Switch label="Results stay" about="The start of a round, the result of a turn and the scores stay on the table for some seconds, or until a key" on={s.pauses} set={pauses => { kept.set({ pauses }); }} />
      <Choice label="Nothing to answer" about="When I am asked and can only pass, the referee passes for me. With people it waits 2 to 4 seconds, so that nobody can tell, and only if all of them want it" value={s.empty} of={[["bots", "Pass, with bots"], ["always", "Pass"], ["ask", "Ask me"]]} set={empty => { kept.set({ empty }); }} />
      <Switch label="Ready after a round" about="Sent for me after 8 seconds, unless I am looking back" on={s.ready} set={ready => { kept.set({ ready }); }} />
      <Switch label="The only possible move" about="Sent for me where there is no other; never a King flip, a sealed answer, or what may end a round" on={s.only} set={only => { kept.set({ only }); }} />
      <Switch label="Single-letter keys" about="Letters and digits as keys at a table; arrows, Enter and Escape always work" on={s.keys} set={keys => { kept.set({ keys }); }} />
    </section>
  );
}

/** Over a table, which goes on behind it. */
export function SettingsSheet({ close }: { close(): void }) {
  return (
    <Dialog title="Settings" close={close} sheet>
      <div class="sheet-b settings">
        <All />
        <p class="dim">All of this stays in this browser, and counts at once.</p>
      </div>
    </Dialog>
  );
}

export function SettingsScreen() {
  useTitle("Settings");
  return (
    <div class="page">
      <Bar title="Settings" />
      <main class="doc-page narrow">
        <h1>Settings</h1>
        <All />
        <p class="dim">All of this stays in this browser.</p>
        <p><button class="btn" onClick={() => { if (history.length > 1) history.back(); else location.hash = "#/"; }}>Done</button></p>
      </main>
    </div>
  );
}
