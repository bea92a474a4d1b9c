import type { TSchema } from "typebox";
import {
  departmentAnswer,
  departmentCreation,
  nameChange,
  parseDepartmentCreation,
  parseNameChange,
  parseProviderCreation,
  providerAnswer,
  providerCreation,
} from "../../../codec/admin/admin-people.ts";
import type { BodyParser } from "../../../codec/schema/body-parser.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Named } from "../../../domain/named-rows.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { Declared } from "./declared.ts";
import { bodyOf, byNumber, byText, inTurn, listRecords, missing, removed, removedAnswer } from "./records.ts";

/** A kind of record that has only an id and a name. */
interface NamedKind<Id extends string | number, Creation> {
  readonly tag: "Departments" | "Providers";
  readonly one: "department" | "provider";
  readonly access: "administrator" | "keeper";
  /** What summaries call it. */
  readonly called: string;
  readonly afterRename: string;
  readonly unless: string;
  readonly ids: { readonly idForm: RegExp; readonly toId: (text: string) => Id };
  readonly entry: TSchema;
  readonly creation: { readonly schema: TSchema; readonly parse: BodyParser<Creation> };
  /** Whether the config file names it. A reload can change that. */
  isDeclared(id: Id): boolean;
  find(id: Id): Named<Id> | undefined;
  list(): readonly Named<Id>[];
  make(creation: Creation): Promise<Result<Named<Id>>>;
  rename(id: Id, name: string): Promise<void>;
  remove(id: Id): Promise<Result<void>>;
}

/** `/api/departments…` and `/api/providers…`. A department with agents, or a provider with connected bots, cannot be deleted. Source: BOT-03. */
export const namedOperations = (
  { providers, departments, directory }: Runtime,
  declared: Declared,
  oneAtATime: OneAtATime,
): readonly Operation[] => [
  ...operationsOf(oneAtATime, {
    tag: "Departments",
    one: "department",
    access: "administrator",
    called: "department",
    afterRename: "",
    unless: "unless agents belong to it",
    ids: byNumber,
    entry: departmentAnswer,
    creation: { schema: departmentCreation, parse: parseDepartmentCreation },
    isDeclared: (id) => declared.departments.has(id),
    find: (id) => departments.find(id),
    list: () => departments.list(),
    make: ({ id, name }) => departments.make(id, name),
    rename: (id, name) => departments.rename(id, name),
    remove: (id) => departments.remove(id),
  }),
  ...operationsOf(oneAtATime, {
    tag: "Providers",
    one: "provider",
    // The operator's command too.
    access: "keeper",
    called: "bot provider",
    afterRename: " Bots without their own name show the new name.",
    unless: "unless one of its bots is connected to a channel",
    ids: byText,
    entry: providerAnswer,
    creation: { schema: providerCreation, parse: parseProviderCreation },
    isDeclared: (id) => declared.providers.has(id),
    find: (id) => providers.find(id),
    list: () => providers.list(),
    async make({ id, name }) {
      const added = await providers.add(id, name);
      return added.ok ? ok({ id, name }) : added;
    },
    async rename(id, name) {
      await providers.rename(id, name);
      directory.namesChanged();
    },
    remove: (id) => providers.remove(id, directory.channels()),
  }),
];

function operationsOf<Id extends string | number, Creation>(
  oneAtATime: OneAtATime,
  kind: NamedKind<Id, Creation>,
): readonly Operation[] {
  const { tag, one, access, called, ids, entry } = kind;
  const all = { tag, access, gate: "load", scope: "administration", path: `/api/${one}s` } as const;
  const schema = bodyOf({ [one]: entry });
  const shown = ({ id, name }: Named<Id>) => ({ id, name, declared: kind.isDeclared(id) });
  const list = { name: `${one}s`, entry, all: kind.list, idOf: ({ id }: Named<Id>) => id, show: shown };
  return [
    listRecords({ ...all, ...ids, ...list, id: `list${tag}`, summary: `Lists the ${called}s by id.` }),
    operation({
      ...all,
      method: "post",
      id: `create${tag.slice(0, -1)}`,
      summary: `Creates a ${called}.`,
      body: kind.creation,
      answer: { status: 201, description: `The ${one}.`, schema },
      failures: ["conflict"],
      handle: ({ exchange, body }) =>
        inTurn(oneAtATime, exchange, async () => {
          const made = await kind.make(body);
          return made.ok ? ok({ [one]: shown(made.value) }) : made;
        }),
    }),
    ...operationsOfOne(oneAtATime, kind, schema, (named) => ok({ [one]: shown(named) })),
  ];
}

function operationsOfOne<Id extends string | number, Creation>(
  oneAtATime: OneAtATime,
  { tag, one, access, called, afterRename, unless, ids, ...kind }: NamedKind<Id, Creation>,
  schema: TSchema,
  answer: (named: Named<Id>) => Result<unknown>,
): readonly Operation[] {
  const each = { tag, access, gate: "load", scope: "administration", path: `/api/${one}s/:id` } as const;
  const name = tag.slice(0, -1);
  const find = (text: string): Result<Named<Id>> => {
    const found = ids.idForm.test(text) ? kind.find(ids.toId(text)) : undefined;
    return found === undefined ? missing(one) : ok(found);
  };
  return [
    operation({
      ...each,
      method: "get",
      id: `get${name}`,
      summary: `Returns one ${called}.`,
      find: ({ parameters: [id] }) => find(id),
      answer: { status: 200, description: `The ${one}.`, schema },
      handle: ({ found }) => answer(found),
    }),
    operation({
      ...each,
      method: "patch",
      id: `change${name}`,
      summary: `Changes the name of the ${one}.${afterRename}`,
      find: ({ parameters: [id] }) => find(id),
      body: { schema: nameChange, parse: parseNameChange },
      answer: { status: 200, description: `The ${one} as it is now.`, schema },
      handle: ({ exchange, parameters: [id], body }) =>
        inTurn(oneAtATime, exchange, async () => {
          const found = find(id);
          if (!found.ok) return found;
          const named = { ...found.value, ...body };
          await kind.rename(named.id, named.name);
          return answer(named);
        }),
    }),
    operation({
      ...each,
      method: "delete",
      id: `delete${name}`,
      summary: `Deletes the ${one}, ${unless}.`,
      answer: removedAnswer,
      failures: ["conflict"],
      handle: ({ exchange, parameters: [id] }) =>
        inTurn(oneAtATime, exchange, async () => {
          const found = find(id);
          if (!found.ok) return found;
          const gone = await kind.remove(found.value.id);
          return gone.ok ? removed : gone;
        }),
    }),
  ];
}
