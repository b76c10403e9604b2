import { readdirSync, readFileSync } from 'node:fs';

/** A code block of a page. */
export interface Block {
  /** The path of the page, such as `docs/client.md`. */
  readonly page: string;
  /** A name that is unique on the page: the file that the first line of the block names, otherwise a number. */
  readonly file: string;
  /** The words after the fence: the language, and how a test uses the block. */
  readonly words: readonly string[];
  readonly text: string;
}

/** The pages for users. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !['decisions.md', 'diagnostics.md'].includes(name))
    .map((name) => `docs/${name}`),
];

/** Lists the code blocks of all pages with certain first words after the fence. */
export function listBlocks(...words: readonly string[]): readonly Block[] {
  return pages.flatMap((page) => {
    const found = readFileSync(page, 'utf8').matchAll(/^```(\w[\w ]*)\n([\s\S]*?)^```$/gm);
    return [...found]
      .map(([, fence = '', text = ''], index) => {
        const [, file = `src/block-${index}.${fence.split(' ')[0]}`] = /^\/\/ (\S+\.\w+)\n/.exec(text) ?? [];
        return { page, file, words: fence.split(' '), text };
      })
      .filter((block) => words.every((word, index) => block.words[index] === word));
  });
}
