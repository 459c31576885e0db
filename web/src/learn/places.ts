// Places of the tables by the words that lessons use for them: `look throne "Count this"`.
export const PLACES: Record<string, string> = {
  hand: "#learn .mine .hand, #learn .mine .pieces, #learn .mine .cards",
  slip: "#slip",
  throne: "#learn .throne",
  court: "#learn .court",
  king: "#learn .me .king",
  wheel: "#learn .dial",
  cards: "#learn .pick",
  lock: "#lock",
  keep: "#keep",
  next: "#next-button",
};
