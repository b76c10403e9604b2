import type { Api } from '../../model/api.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import { hasGaps, notShownFunctions, notShownModule } from '../types/contract.js';
import { serverUrl } from './server.js';

/** The module that creates clients. It also exports the errors, functions and types that callers need. */
export const clientModule = 'client/client';

/** The features that the operations of an API use. */
interface Needs {
  readonly sent: readonly MediaPlan[];
  readonly received: readonly MediaPlan[];
  readonly plans: readonly OperationPlan[];
  readonly api: Api;
}

/** Names of one module that the barrel and the module of the client export. */
interface Row {
  readonly module: string;
  readonly names: readonly string[];
  readonly areTypes?: true;
  /** Returns whether an API needs the names; absent: every API does. */
  readonly isNeeded?: (needs: Needs) => boolean;
}

const hasItems = ({ sent, received }: Needs): boolean => [...received, ...sent].some(({ items }) => items);
const hasEvents = ({ received }: Needs): boolean => received.some(({ format }) => format === 'event-stream');
const hasParts = ({ sent }: Needs): boolean => sent.some(({ format }) => format === 'multipart');
const hasBytes = ({ received }: Needs): boolean => received.some(({ format }) => format === 'bytes');
const hasPages = ({ plans }: Needs): boolean => plans.some(({ operation }) => operation.pagination?.page);
const hasUnnamed = ({ plans }: Needs): boolean =>
  plans.some(({ parameters }) => parameters.some(({ parameter }) => !parameter.wireName.shown));

const rows: readonly Row[] = [
  { module: clientModule, names: ['createClient'] },
  { module: clientModule, names: [serverUrl], isNeeded: ({ api }) => api.servers.length > 0 },
  { module: clientModule, names: ['Auth', 'ClientOptions'], areTypes: true },
  { module: 'runtime/client', names: ['ApiError', 'followRedirects', 'isFailure', 'withHeaders', 'withHooks'] },
  { module: 'runtime/client', names: ['followEvents'], isNeeded: hasEvents },
  { module: 'runtime/client', names: ['downloadFrom'], isNeeded: hasBytes },
  { module: 'runtime/client', names: ['PaginationError'], isNeeded: hasPages },
  {
    module: 'runtime/client',
    names: [
      'Attempt',
      'BaseOptions',
      'BasicCredential',
      'Bytes',
      'CallOptions',
      'CheckCalls',
      'Client',
      'Credential',
      'Hooks',
      'Limits',
      'NoArgs',
      'Operation',
      'Outcome',
      'OutcomeWithHeaders',
      'StatusKey',
      'Transport',
      'TransportInit',
      'Undocumented',
    ],
    areTypes: true,
  },
  { module: 'runtime/client', names: ['FollowOptions'], areTypes: true, isNeeded: hasEvents },
  {
    module: 'runtime/values',
    names: ['AbortError', 'InvalidInputError', 'NetworkError', 'SizeLimitError', 'TimeoutError'],
  },
  { module: 'runtime/values', names: ['StreamItemError'], isNeeded: hasItems },
  {
    module: 'runtime/values',
    names: ['Items', 'ItemStream', 'ServerSentEvent', 'StreamPart'],
    areTypes: true,
    isNeeded: hasItems,
  },
  { module: 'runtime/write', names: ['asPart'], isNeeded: hasParts },
  { module: 'runtime/write', names: ['UnboundParameterError'], isNeeded: hasUnnamed },
  {
    module: 'runtime/write',
    names: ['DescribedPart', 'FileContent', 'FilePart', 'PartDescription'],
    areTypes: true,
    isNeeded: hasParts,
  },
  { module: notShownModule, names: notShownFunctions.map(({ name }) => name), isNeeded: ({ api }) => hasGaps(api) },
];

/** The exports of the barrel. They are reserved, so no operation has such a name. */
export const barrelNames: readonly string[] = rows.flatMap(({ names }) => names);

/** Exports what a caller needs beside operations. The module of the client loads only the runtime. */
export function addCommonExports(file: TsFile, plans: readonly OperationPlan[], api: Api): void {
  const received = plans.flatMap(({ responses }) => responses.flatMap(({ alternatives }) => alternatives));
  const sent = plans.flatMap(({ body }) => body?.alternatives ?? []);
  for (const { module, names, areTypes, isNeeded } of rows) {
    if (file.module === clientModule && !module.startsWith('runtime/')) continue;
    if (!isNeeded || isNeeded({ sent, received, plans, api }))
      file.addReexport(module, names, areTypes ? 'type' : 'value');
  }
}

/** Builds the barrel of the client. */
export function buildBarrel(operations: readonly TsFile[], plans: readonly OperationPlan[], api: Api): TsFile {
  const barrel = new TsFile('client/index');
  addCommonExports(barrel, plans, api);
  for (const { module } of [...operations].sort((a, b) => compareText(a.module, b.module)))
    barrel.addReexport(module, '*');
  return barrel;
}
