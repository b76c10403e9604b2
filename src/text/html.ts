/** HTML that is printed as it is. Made by this room from encoded parts alone: a text of a description never becomes one unread. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
