import type { SerializedElement } from '../diagnostics/codes/serialization.js';
import type { Findings } from './findings.js';
import type { FieldPlan, ParameterPlan, ValuePlan } from './plan.js';
import { listShapes } from './value-shape.js';

/**
 * Reports names that several parameters share, in a query or among cookies. Also reports objects whose members can have
 * any name.
 */
export function reportSharedNames(parameters: readonly ParameterPlan[], findings: Findings): void {
  for (const location of ['query', 'cookie']) {
    const own = parameters.filter(({ parameter }) => parameter.location === location);
    reportRepeated(own, findings);
    const [first, ...others] = own.filter(({ value }) => isOpen(value));
    if (!first) continue;
    if (location === 'cookie')
      findings.report('undefined-serialization', first.parameter.origin, {
        variant: 'open-cookie',
        ...getElement(first),
      });
    for (const other of others)
      findings.report('undefined-serialization', other.parameter.origin, {
        variant: 'open-beside-other',
        ...getElement(other),
        other: first.parameter.writtenName,
      });
  }
}

/** Reports exploded objects in a form whose further members cannot be distinguished from fields of the form. */
export function reportOpenFields(fields: readonly FieldPlan[], findings: Findings): void {
  for (const { name, value, encoding } of fields) {
    if (!encoding || !isOpen(value)) continue;
    findings.report('undefined-serialization', encoding.origin, {
      variant: 'open-field',
      kind: 'field',
      name,
    });
  }
}

function reportRepeated(parameters: readonly ParameterPlan[], findings: Findings): void {
  const owners = new Map<string, string>();
  for (const { parameter, value } of parameters) {
    const names = [...new Set(listNames(parameter.writtenName, value))];
    const shared = names.find((name) => owners.has(name));
    if (shared !== undefined) {
      findings.report('undefined-serialization', parameter.origin, {
        variant: 'shared-name',
        shared,
        first: owners.get(shared) ?? '',
        second: parameter.writtenName,
      });
    }
    for (const name of names) owners.set(name, parameter.writtenName);
  }
}

function getElement({ parameter }: ParameterPlan): SerializedElement {
  return { kind: 'parameter', name: parameter.writtenName };
}

// An exploded object is written under the names of its members.
function listNames(name: string, value: ValuePlan): string[] {
  if (!isExploded(value)) return [name];
  const shapes = listShapes(value.shape);
  const members = shapes.flatMap((shape) => (shape.kind === 'object' ? [...shape.properties.keys()] : []));
  return shapes.every(({ kind }) => kind === 'object') ? members : [name, ...members];
}

function isOpen(value: ValuePlan): boolean {
  if (!isExploded(value)) return false;
  return listShapes(value.shape).some((shape) => shape.kind === 'object' && shape.additional !== undefined);
}

function isExploded(value: ValuePlan): value is Extract<ValuePlan, { by: 'style' }> {
  return value.by === 'style' && value.explode && (value.style === 'form' || value.style === 'cookie');
}
