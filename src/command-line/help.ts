import { defaultKinds, kindRows } from '../options.js';

const flags = `  --spec FILE                 the description (spec/openapi.yaml)
  --out DIR                   the output folder (generated)
  --only KIND,KIND            the kinds of artifacts, listed below; what these import is
                              included, and kinds that are no longer named are removed
                              (${defaultKinds.join(',')})
  --import-extension js|ts    how import specifiers end (js)
  --dates string|Date         what a 'date' and a 'date-time' are in code (string)
  --int64 number|bigint       what an integer of format 'int64' is in code (number)
  --previous FILE             an earlier description: the reference shows the changes
                              since; not recorded, so check needs it as well
  --root DIR                  references may lead to files below this folder
                              (the folder of the description)
  --limit NAME=NUMBER         raise or lower a bound on the input
  --strict                    treat warnings as errors: print all, write nothing
  --verbose                   print every warning and note, with its place in the source
  --verify                    parse every emitted module before anything is written
  --print model|coverage      generate: print the model as JSON, or what became of each
                              keyword of the description; write nothing
  --handlers DIR              scaffold: the folder of the handlers (as recorded, or src/handlers)
  --per operation|tag         scaffold: how new handlers are put into files (operation)
  --dry-run                   scaffold: show what would change, write nothing
  --fail-on-tasks             scaffold: exit with 1 when something is left to do by hand
  help, --help, --version`;

/** Formats what `lacuna --help` prints. */
export function printHelp(): string {
  return `lacuna - generates types, a client, server stubs, validators and a reference from an
OpenAPI 3 description, and lists what the description does not show.

  lacuna generate    write the artifacts
  lacuna check       compare them with the description, write nothing
  lacuna scaffold    write a handler for each operation that has none yet, and follow
                     the names of those that were renamed

${flags}

kinds of artifacts:
${kindRows.map(([kind, description]) => `  ${kind.padEnd(16)}${description.replaceAll('`', '')}`).join('\n')}

Options that are left out are taken from lacuna.json in the output folder, then from the
defaults in brackets.

exit codes: 0 clean; 1 check found a difference, or scaffold
left tasks (--fail-on-tasks); 2 the input or the command line is
wrong; 3 a bug in lacuna
`;
}
