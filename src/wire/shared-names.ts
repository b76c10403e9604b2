import type { Findings } from './findings.js';
import type { FieldPlan, ParameterPlan, ValuePlan } from './plan.js';
import { alternativesOf } from './value-shape.js';

/** Tells of names in a query or among cookies that belong to several parameters, and of objects that leave open which are theirs. */
export function reportSharedNames(parameters: readonly ParameterPlan[], findings: Findings): void {
  for (const location of ['query', 'cookie']) {
    const own = parameters.filter(({ parameter }) => parameter.location === location);
    reportRepeated(own, findings);
    const [first, ...others] = own.filter(({ value }) => isOpen(value));
    if (!first) continue;
    if (location === 'cookie') {
      reportOpen(first, 'among all cookies', 'the server reads those that are listed', findings);
    }
    for (const other of others)
      reportOpen(other, `beside '${first.parameter.writtenName}'`, 'both are given what no other has', findings);
  }
}

/** Tells of exploded objects in a form whose further members nothing tells from those of the form. */
export function reportOpenFields(fields: readonly FieldPlan[], findings: Findings): void {
  for (const { name, value, encoding } of fields) {
    if (!encoding || !isOpen(value)) continue;
    findings.report('undefined-serialization', encoding.origin, {
      what: `further members of an exploded object among the fields of a form (the field '${name}')`,
      reading: 'they are read as fields of their own',
    });
  }
}

function reportRepeated(parameters: readonly ParameterPlan[], findings: Findings): void {
  const owners = new Map<string, string>();
  for (const { parameter, value } of parameters) {
    const names = [...new Set(namesOf(parameter.writtenName, value))];
    const shared = names.find((name) => owners.has(name));
    if (shared !== undefined) {
      findings.report('undefined-serialization', parameter.origin, {
        what: `the name '${shared}' of both '${owners.get(shared)}' and '${parameter.writtenName}'`,
        reading: 'both are given what comes under it',
      });
    }
    for (const name of names) owners.set(name, parameter.writtenName);
  }
}

function reportOpen({ parameter }: ParameterPlan, where: string, reading: string, findings: Findings): void {
  const what = `further members of an exploded object ${where} (the parameter '${parameter.writtenName}')`;
  findings.report('undefined-serialization', parameter.origin, { what, reading });
}

// An exploded object is written under the names of its members.
function namesOf(name: string, value: ValuePlan): string[] {
  if (!isExploded(value)) return [name];
  const shapes = alternativesOf(value.shape);
  const members = shapes.flatMap((shape) => (shape.kind === 'object' ? shape.properties.map((one) => one.name) : []));
  return shapes.every(({ kind }) => kind === 'object') ? members : [name, ...members];
}

function isOpen(value: ValuePlan): boolean {
  if (!isExploded(value)) return false;
  return alternativesOf(value.shape).some((shape) => shape.kind === 'object' && shape.additional !== undefined);
}

function isExploded(value: ValuePlan): value is Extract<ValuePlan, { by: 'style' }> {
  return value.by === 'style' && value.explode && (value.style === 'form' || value.style === 'cookie');
}
