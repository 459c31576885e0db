// A lesson as a value: where it stands, what a move means for the task, and how a task is reached. No page, no referee.
import type { Lesson, Task } from "./teach";

const wordsOf = (text: string) => text.split(/\s+/).filter(word => word);

/** Is this move what the pattern means? Words count, not their order; a pattern that ends with ".." leaves the rest open. The same as
 * teach_fits of the program. */
export function fits(pattern: string, move: string): boolean {
  const wanted = wordsOf(pattern), said = wordsOf(move);
  const isOpen = wanted.at(-1) === "..";
  if (isOpen) wanted.pop();
  return wanted.every(word => said.includes(word)) && (isOpen || wanted.length === said.length);
}

/** What a possible move is to a task: what it waits for, or what is said to it. */
export function judge(task: Task, move: string): { done: boolean; words: string } {
  if (!task.code && task.wait.some(pattern => fits(pattern, move))) return { done: true, words: "" };
  const near = task.near.find(one => fits(one.move, move));
  return { done: false, words: near?.words ?? "That is possible, too. For now, do what the task says." };
}

/** The task whose position lies on the table during this one. */
export function baseOf(lesson: Lesson, at: number): number {
  let base = at;
  while (base > 0 && lesson.tasks[base].position === null) base--;
  return base;
}

/** The moves from the position to the beginning of a task, as *Show me* would have played them. */
export const movesTo = (lesson: Lesson, at: number): string[] =>
  lesson.tasks.slice(baseOf(lesson, at), at).flatMap(task =>
    [...(task.wait.length && !task.code ? [`${lesson.seat} ${task.wait[0]}`] : []), ...task.then]);

/** Does the table stay as it is for the next task? Otherwise somebody wants to look before it is cleared. */
export const goesOn = (lesson: Lesson, at: number): boolean => lesson.tasks[at + 1]?.position === null;

/** "press the *Fool*": texts and marked words in turn. */
export const marked = (text: string): string[] => text.split("*");

/** Without the marks. */
export const bare = (text: string): string => text.replace(/\*/g, "");
