// The worker: the referee's server in this tab. Only one tab at a time runs it; the others wait until that one is closed.
import { loadSync } from "../../../dist/npm/index.mjs";
import { compile } from "../../../dist/npm/wasm.mjs";
import { checkRecord } from "./check";
import { openKeep } from "./keep";
import type { FromWorker, ToWorker } from "./messages";
import { Tab } from "./tab";

const say = (message: FromWorker) => { postMessage(message); };

async function run(wasm: string): Promise<void> {
  const module = await compile(wasm);
  const croupier = loadSync(module);
  const keep = await openKeep();
  const tab = new Tab(module, keep, say);

  await tab.open(crypto.getRandomValues(new Uint8Array(32)));
  onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === "check") void checkRecord(croupier, data.asked).then(verdict => { say({ type: "verdict", id: data.id, verdict }); });
    else tab.got(data);
  };
  say({ type: "ready", isKept: keep.isLasting });
}

/* Two of them would write the same matches. Whoever comes second waits here, and its page with it. */
async function alone(call: () => Promise<void>): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return call();
  return new Promise((resolve, reject) => {
    void locks.request("croupier-here", () => new Promise<void>(() => { call().then(resolve, reject); }));
  });
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type !== "open") return;
  alone(() => run(data.wasm)).catch((error: unknown) => { say({ type: "failed", reason: (error as Error).message }); });
};
