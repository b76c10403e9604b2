import type { GenerateOptions } from '../options/options.js';
import { type ConfigurationText, loadLocate, type ReadConfiguration } from './read-configuration.js';

/** What states the options of a description. It is plain data, so another thread can receive it. */
export interface OptionSource extends ConfigurationText {
  /** The JSON pointers of the options. */
  readonly pointers: { readonly [option: string]: string };
}

type LocateOption = NonNullable<GenerateOptions['locateOption']>;

/** Returns the function that finds where a configuration states the options of a description. */
export function toLocateOption({ path, pointers }: OptionSource, locate: ReadConfiguration['locate']): LocateOption {
  return (option, member) => {
    const pointer = pointers[option];
    if (pointer === undefined) return undefined;
    const position = locate(member === undefined ? pointer : `${pointer}/${member}`);
    return position && { path, position };
  };
}

/** Loads this function in a thread that received the source. */
export async function loadLocateOption(source: OptionSource): Promise<LocateOption> {
  return toLocateOption(source, await loadLocate(source));
}
