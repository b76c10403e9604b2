/** Redoc's page of a description, in parts that make no request. The reference emitter composes the document. */
export interface ReferencePage {
  /** `<style>` elements, as HTML. */
  readonly styles: string;
  /** The element that Redoc fills, with its first content, as HTML. */
  readonly body: string;
  /** The text of the script in `body`, which chooses the light or dark scheme. */
  readonly bodyScript: string;
  /** The parts of the text of a script before the module script. It contains the parts of the definition that repeat. */
  readonly sharedScript: readonly string[];
  /** The parts of the text of the module script that starts Redoc. */
  readonly script: readonly string[];
}
