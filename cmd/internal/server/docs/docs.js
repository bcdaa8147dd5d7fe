// Draws the description of the API, /openapi.json, for people.

const page = document.getElementById('page');
const contents = document.getElementById('contents');

/** Makes an element; strings become text, never markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** The text of a description: paragraphs, with **words** set apart. */
function prose(text) {
  return (text ?? '').split('\n\n').filter(Boolean).map((paragraph) =>
    make('p', {}, paragraph.split('**').map((part, i) => (i % 2 ? make('code', {}, part) : part))));
}

const nameOf = (schema) => schema?.$ref?.split('/').pop();

/** A few words for what a value is, with links to the objects. */
function kind(schema) {
  if (!schema) return [];
  if (schema.$ref) return [make('a', { href: `#${nameOf(schema)}` }, nameOf(schema))];
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (types.includes('array')) return ['array of ', ...kind(schema.items)];
  if (schema.enum) return [schema.enum.length > 8 ? 'one of a list' : schema.enum.join(' · ')];
  if (schema.oneOf) return schema.oneOf.flatMap((one, i) => (i ? [' or ', ...kind(one)] : kind(one)));
  if (schema.contentEncoding) return ['Base64'];
  return [types.join(' or ') || 'any'];
}

/** The members of an object in the order that the description gives beside them. */
function inOrder(object, order) {
  const place = new Map((order ?? []).map((name, i) => [name, i]));
  const rank = ([name]) => place.get(name) ?? place.size;
  return Object.entries(object ?? {}).sort((a, b) => rank(a) - rank(b));
}

function fields(schema, must) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    make('tr', {},
      make('th', { scope: 'row' }, make('span', { class: 'name' }, name), must && required.has(name) ? make('span', { class: 'must' }, must) : undefined),
      make('td', { class: 'kind' }, kind(field)),
      make('td', { class: 'text' }, field.description ?? '')));
  return rows.length ? make('table', {}, make('tbody', {}, rows)) : make('p', {}, 'No fields.');
}

function parameters(list) {
  return make('table', {}, make('tbody', {}, list.map((p) =>
    make('tr', {},
      make('th', { scope: 'row' }, make('span', { class: 'name' }, p.name), p.required ? make('span', { class: 'must' }, 'needed') : undefined),
      make('td', { class: 'kind' }, `${kind(p.schema).join('')}, in the ${p.in}`),
      make('td', { class: 'text' }, p.description ?? '')))));
}

const content = (part) => part?.content?.['application/json']?.schema;

/** A call that is worth copying. */
function example(body, method, path) {
  const address = location.origin + path.replace('{name}', '17');
  if (method === 'get') return make('pre', {}, `curl '${address}'`);
  return make('pre', {}, `curl '${address}' -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body ?? {})}'`);
}

/** What the operation refuses, by status and code. */
function errors(responses) {
  const refused = Object.entries(responses ?? {}).filter(([, response]) => response['x-codes']);
  return make('p', {}, refused.flatMap(([status, response], i) =>
    [i ? ' · ' : '', `${status} `, make('code', {}, response['x-codes'].join(', '))]));
}

function operation(path, method, op, schemas, body) {
  const asked = content(op.requestBody);
  const told = content(op.responses?.['200']);
  const resolve = (schema) => schemas[nameOf(schema)] ?? schema;
  return make('section', { id: op.operationId },
    make('h2', {}, op.summary),
    make('div', { class: 'path' }, make('span', { class: `method ${method}` }, method.toUpperCase()), make('code', {}, path)),
    prose(op.description),
    op.parameters?.length ? [make('h3', {}, 'Request'), parameters(op.parameters)] : undefined,
    asked ? [make('h3', {}, 'Request'), fields(resolve(asked), 'needed')] : undefined,
    told ? [make('h3', {}, 'Answer'), fields(resolve(told), 'always')] : undefined,
    make('h3', {}, 'Errors'), errors(op.responses),
    op.security || (method !== 'get' && !body) ? undefined : [make('h3', {}, 'Try it'), example(body, method, path)]);
}

/** The schemas that are shown on their own: those that others refer to from inside. */
function inner(api) {
  const outer = new Set();
  for (const item of Object.values(api.paths)) {
    for (const op of Object.values(item)) {
      outer.add(nameOf(content(op.requestBody))).add(nameOf(content(op.responses?.['200'])));
    }
  }
  return Object.keys(api.components.schemas).filter((name) => !outer.has(name)).sort();
}

function draw(api, examples) {
  const schemas = api.components.schemas;
  page.replaceChildren(make('h1', {}, 'The API of nonogram'), ...prose(api.info.description),
    make('p', {}, 'For programs: ', make('a', { href: '/openapi.json' }, 'openapi.json'), `, version ${api.info.version || 'unknown'}.`));
  const list = [make('h2', {}, 'Operations')];
  const operations = {};
  for (const [path, item] of Object.entries(api.paths)) {
    for (const [method, op] of Object.entries(item)) operations[op.operationId] = { path, method, op };
  }
  for (const [id, { path, method, op }] of inOrder(operations, api['x-order'])) {
    page.append(operation(path, method, op, schemas, examples[id]));
    list.push(make('a', { href: `#${id}` },
      make('span', { class: `method ${method}` }, method.toUpperCase()), make('span', { class: 'name' }, id)));
  }
  list.push(make('h2', {}, 'Objects'));
  for (const name of inner(api)) {
    page.append(make('section', { id: name }, make('h2', {}, name), prose(schemas[name].description), fields(schemas[name])));
    list.push(make('a', { href: `#${name}` }, make('span', { class: 'name' }, name)));
  }
  contents.replaceChildren(...list);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status} of ${address}`);
  return response.json();
}

try {
  draw(await load('/openapi.json'), await load('/docs/examples.json'));
} catch (error) {
  page.replaceChildren(make('h1', {}, 'The API of nonogram'), make('p', {}, `The description could not be loaded: ${error.message}`));
}
