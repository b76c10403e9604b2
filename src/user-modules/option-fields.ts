import type { JsonNode } from '../files/read-json.js';

/** An option that an emitter accepts: the type of its value and its default. */
type OptionField =
  | { readonly type: 'text'; readonly choices?: readonly string[]; readonly default?: string }
  | { readonly type: 'texts'; readonly default?: readonly string[] }
  | { readonly type: 'count'; readonly default?: number }
  | { readonly type: 'switch'; readonly default?: boolean };

/** The options that an emitter accepts, by name. */
export interface OptionFields {
  readonly [name: string]: OptionField;
}

/** The values of the options. An option without a default can be `undefined`. */
export type OptionsOf<Fields extends OptionFields> = {
  readonly [Name in keyof Fields]:
    | ValueOf<Fields[Name]>
    | (Fields[Name] extends { readonly default: unknown } ? never : undefined);
};

type ValueOf<Field extends OptionField> = Field extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : { text: string; texts: readonly string[]; count: number; switch: boolean }[Field['type']];

/** Reads the options that a project states for an emitter. Stops at the first one that is not valid. */
export function readOptionFields(node: JsonNode, fields: OptionFields): OptionsOf<OptionFields> {
  node.only(Object.keys(fields));
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const stated = node.find(name);
      return [name, stated ? readField(stated, field) : field.default];
    }),
  );
}

function readField(node: JsonNode, field: OptionField): ValueOf<OptionField> {
  switch (field.type) {
    case 'text':
      return field.choices ? node.choice(field.choices) : node.text();
    case 'texts':
      return node.items().map((item) => item.text());
    case 'count':
      return node.count();
    case 'switch':
      return node.boolean();
  }
}
