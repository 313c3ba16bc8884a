/* The playout of game/players/search/playout.py and rollout.py and the drawing of worlds of beliefs.py, line by line, for measuring. Its games equal plain Python's:
 * the same order of every sum, no fused operations (-ffp-contract=off). tests/players/test_compiled.py compares them.
 *
 * A mask is three 64-bit words, lowest first; local tile t (1..190) is bit t - 1. */

#include <stdint.h>
#include <string.h>

enum { WORDS = 3, SUITS = 19, LONGEST_YARD = 190, MOST_SEATS = 10, FEWEST = 5 };

typedef struct { uint64_t word[WORDS]; } mask;

/* Tables of one set, made once. `urge` is by the fewest tiles in another hand, then by local tile. */
typedef struct {
    int64_t size, suits;
    const int8_t *high, *low;
    const mask *suit;
    const double *care_urge;
    const int8_t *score;
    double care_unseen, care_double_unseen, double_own, double_short, own, fresh, shut, shut_own;
} tile_tables;

/* How a seat chooses: 0 the heaviest or any, 1 by CARE, 2 by a table. */
typedef struct {
    int64_t kind;
    const double *urge, *expose;
} policy;

typedef struct {
    int64_t seats, limit, until, toes, closes, reserve; /* the rules of the playout */
    int64_t yard, at, seat, idle;
    int64_t opened, foot, missing;
    int64_t throw_at;
    int64_t count[SUITS];
} position;

static inline mask both(mask a, mask b) {
    for (int k = 0; k < WORDS; k++) a.word[k] &= b.word[k];
    return a;
}

static inline mask either(mask a, mask b) {
    for (int k = 0; k < WORDS; k++) a.word[k] |= b.word[k];
    return a;
}

static inline int number(mask a) {
    int bits = 0;
    for (int k = 0; k < WORDS; k++) bits += __builtin_popcountll(a.word[k]);
    return bits;
}

static inline int highest(mask a) { /* the tile of the highest bit, 0 for none */
    for (int k = WORDS - 1; k >= 0; k--)
        if (a.word[k]) return 64 * k + 64 - __builtin_clzll(a.word[k]);
    return 0;
}

static inline int lowest(mask a) {
    for (int k = 0; k < WORDS; k++)
        if (a.word[k]) return 64 * k + 1 + __builtin_ctzll(a.word[k]);
    return 0;
}

static inline void flip(mask *a, int tile) { a->word[(tile - 1) >> 6] ^= 1ull << ((tile - 1) & 63); }
static inline void set(mask *a, int tile) { a->word[(tile - 1) >> 6] |= 1ull << ((tile - 1) & 63); }
static inline int has(mask a, int tile) { return a.word[(tile - 1) >> 6] >> ((tile - 1) & 63) & 1; }

static mask fitting(const tile_tables *tiles, int64_t opened) {
    mask fits = {{0, 0, 0}};
    for (int suit = 0; suit < tiles->suits; suit++)
        if (opened >> suit & 1) fits = either(fits, tiles->suit[suit]);
    return fits;
}

/* rollout.careful */
static int careful(const tile_tables *tiles, int toes, mask hand, mask hidden, mask fits, int fewest, const position *p, int *by) {
    const double *urge = tiles->care_urge + fewest * (tiles->size + 1);
    double most = -1e9;
    int best = 0;
    *by = -1;
    for (int tile; (tile = highest(fits));) {
        flip(&fits, tile);
        int laid = tiles->high[tile], free = tiles->low[tile];
        mask rest = hand;
        flip(&rest, tile);
        if (laid == free) {
            int others = number(both(rest, tiles->suit[laid])), left = number(both(hidden, tiles->suit[laid]));
            double worth = urge[tile] + tiles->double_own * others + tiles->care_double_unseen * left;
            if (others + left < toes) worth += tiles->double_short;
            if (worth > most) most = worth, best = tile, *by = laid;
            continue;
        }
        for (int way = 0; way < 2; way++) {
            if (p->missing ? laid == p->foot : p->opened >> laid & 1) {
                mask suit = tiles->suit[free];
                double worth = urge[tile] + tiles->care_unseen * number(both(hidden, suit)) + tiles->own * number(both(rest, suit));
                if (!(p->opened >> free & 1)) worth += tiles->fresh;
                if (p->count[laid] == 1 && !p->missing)
                    worth += tiles->shut + tiles->shut_own * number(both(rest, tiles->suit[laid]));
                if (worth > most) most = worth, best = tile, *by = laid;
            }
            int other = laid;
            laid = free, free = other;
        }
    }
    return best;
}

/* A RolloutPolicy that is a table. */
static int by_table(const tile_tables *tiles, const policy *how, mask fits, int fewest, const position *p) {
    const double *urge = how->urge + fewest * (tiles->size + 1);
    double most = -1e9;
    int best = 0;
    for (int tile; (tile = highest(fits));) {
        flip(&fits, tile);
        int open = tiles->high[tile];
        if (p->missing ? open == p->foot : p->opened >> open & 1) open = tiles->low[tile];
        double worth = urge[tile] + how->expose[open];
        if (worth > most) most = worth, best = tile;
    }
    return best;
}

static mask in_play(const position *p, const mask *hands, int but) {
    mask held = {{0, 0, 0}};
    for (int seat = 0; seat < p->seats; seat++)
        if (seat != but) held = either(held, hands[seat]);
    return held;
}

/* playout.playout: `hands` becomes what everybody is left with; the tile with which somebody went out, or 0. */
int playout(const tile_tables *tiles, const policy *const *how, const int64_t *gaps, const double *picks, const uint8_t *yard, mask *hands,
            const mask *fits_now, const position *start) {
    position here = *start, *p = &here;
    mask play = *fits_now, rest[LONGEST_YARD + 1];
    memset(&rest[p->yard], 0, sizeof(mask));
    for (int k = p->yard - 1; k >= p->at; k--) {
        rest[k] = rest[k + 1];
        set(&rest[k], yard[k]);
    }
    int64_t dry = p->yard - p->reserve, gap = gaps[p->throw_at];
    int seat = p->seat, at = p->at;
    for (;; seat = seat + 1 < p->seats ? seat + 1 : 0) {
        mask hand = hands[seat], fits = both(hand, play);
        int by = -1, tile = highest(fits);
        if (tile) {
            const policy *choice = how[seat];
            if (!choice->kind) {
                if (!--gap) {
                    gap = gaps[++p->throw_at];
                    int skip = (int)(picks[p->throw_at] * number(fits));
                    while (skip--) flip(&fits, lowest(fits));
                    tile = lowest(fits);
                }
            } else if (number(fits) > 1) {
                int fewest = FEWEST - 1;
                for (int other = 0; other < p->seats; other++) {
                    int held = number(hands[other]);
                    if (other != seat && held < fewest) fewest = held;
                }
                if (choice->kind == 1) {
                    mask hidden = either(in_play(p, hands, seat), rest[at]);
                    tile = careful(tiles, p->toes, hand, hidden, fits, fewest, p, &by);
                } else {
                    tile = by_table(tiles, choice, fits, fewest, p);
                }
            }
        } else if (at < dry) {
            tile = yard[at++];
            set(&hand, tile);
            while (p->until && at < dry && !has(play, tile)) {
                tile = yard[at++];
                set(&hand, tile);
            }
            if (!has(play, tile)) {
                hands[seat] = hand;
                continue;
            }
        } else {
            if (++p->idle >= p->limit) return 0;
            continue;
        }
        flip(&hand, tile);
        hands[seat] = hand;
        if (!number(hand)) return tile;
        p->idle = 0;
        int a = tiles->high[tile], b = tiles->low[tile];
        if (p->missing) {
            if (a != p->foot) b = a;
            if (!p->count[b]++) p->opened |= 1 << b;
            if (!--p->missing) play = fitting(tiles, p->opened);
            continue;
        }
        if (by >= 0 ? a != by : !(p->opened >> a & 1)) {
            int other = a;
            a = b, b = other;
        }
        if (!--p->count[a]) {
            p->opened ^= 1 << a;
            play = fitting(tiles, p->opened);
        }
        if (a != b) {
            if (!p->count[b]++) {
                p->opened |= 1 << b;
                play = either(play, tiles->suit[b]);
            }
            continue;
        }
        int left = number(both(either(in_play(p, hands, -1), rest[at]), tiles->suit[a]));
        if (left < p->toes && p->closes) continue;
        p->missing = p->toes;
        p->foot = a;
        play = tiles->suit[a];
        if (!left) { /* nobody can ever play again: everybody draws while there is a yard */
            for (int drawer = seat; at < dry; at++) {
                if (drawer == seat || !p->until) drawer = drawer + 1 < p->seats ? drawer + 1 : 0;
                set(&hands[drawer], yard[at]);
            }
            return 0;
        }
    }
}

typedef struct {
    int64_t seat;
    double share, bonus;
} margin;

/* utility.Margin */
static double worth(const tile_tables *tiles, const margin *to, int64_t seats, const mask *hands, int last) {
    int64_t own = 0, others = 0;
    for (int seat = 0; seat < seats; seat++) {
        mask hand = hands[seat];
        int64_t points = 0;
        for (int tile; (tile = highest(hand));) {
            flip(&hand, tile);
            points += tiles->score[tile];
        }
        *(seat == to->seat ? &own : &others) += points;
    }
    double value = to->share * others - own;
    if (to->bonus != 0 && last && tiles->high[last] == tiles->low[last])
        value += !number(hands[to->seat]) ? to->bonus : -to->share * to->bonus;
    return value;
}

/* A candidate play: its tile, and how the playout begins after it. */
typedef struct {
    int64_t tile;
    mask fits;
    position after;
} candidate;

/* flat.Search.value of each candidate in one world. */
void values(const tile_tables *tiles, const policy *const *how, const int64_t *gaps, const double *picks, const uint8_t *yard, const mask *hands,
            const candidate *candidates, int64_t many, const margin *to, int64_t throw_at, double *value) {
    for (int64_t k = 0; k < many; k++) {
        position start = candidates[k].after;
        mask held[MOST_SEATS];
        memcpy(held, hands, start.seats * sizeof(mask));
        flip(&held[to->seat], candidates[k].tile);
        start.throw_at = throw_at;
        int last = candidates[k].tile;
        if (number(held[to->seat])) last = playout(tiles, how, gaps, picks, yard, held, &candidates[k].fits, &start);
        value[k] = worth(tiles, to, start.seats, held, last);
    }
}

/* Python's random.Random, its state as `getstate` tells it. */
enum { STATE = 624, SHIFT = 397 };

typedef struct {
    uint32_t state[STATE];
    uint32_t at;
} twister;

static uint32_t next_word(twister *from) {
    uint32_t *s = from->state;
    if (from->at >= STATE) {
        for (int k = 0; k < STATE; k++) {
            uint32_t mixed = (s[k] & 0x80000000u) | (s[(k + 1) % STATE] & 0x7fffffffu);
            s[k] = s[(k + SHIFT) % STATE] ^ (mixed >> 1) ^ (mixed & 1 ? 0x9908b0dfu : 0);
        }
        from->at = 0;
    }
    uint32_t word = s[from->at++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

double draw(twister *from) {
    uint32_t a = next_word(from) >> 5, b = next_word(from) >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

/* beliefs.greedy_seats */
int64_t greedy_seats(const double *thinks, int64_t seats, twister *from) {
    int64_t heavy = 0;
    for (int seat = 0; seat < seats; seat++)
        if (thinks[seat] < 1 && draw(from) >= thinks[seat]) heavy |= 1 << seat;
    return heavy;
}

/* What a beliefs.Sampler knows. */
typedef struct {
    int64_t seats, own, tiles, tight;
    const uint8_t *tile;       /* the hidden ones in order */
    const mask *allowed;       /* for each tight slot */
    const uint8_t *allowed_in; /* its seat */
    const uint8_t *loose;      /* for each seat how many more */
    mask hand;
} sampler;

/* Sampler.attempt: the hands and the yard of a world; 0 where slots and tiles have to be matched. */
static int attempt(const sampler *known, twister *from, mask *hands, uint8_t *yard) {
    uint8_t order[LONGEST_YARD];
    double keys[LONGEST_YARD];
    int left = known->tiles;
    for (int k = 0; k < left; k++) { /* a stable sort, as sorted() */
        double key = draw(from);
        int at = k;
        for (; at && keys[at - 1] > key; at--) keys[at] = keys[at - 1], order[at] = order[at - 1];
        keys[at] = key, order[at] = known->tile[k];
    }
    memset(hands, 0, known->seats * sizeof(mask));
    hands[known->own] = known->hand;
    for (int slot = 0; slot < known->tight; slot++) {
        int k = 0;
        while (k < left && !has(known->allowed[slot], order[k])) k++;
        if (k == left) return 0;
        set(&hands[known->allowed_in[slot]], order[k]);
        memmove(&order[k], &order[k + 1], --left - k);
    }
    int k = 0;
    for (int seat = 0; seat < known->seats; seat++)
        for (int more = 0; more < known->loose[seat]; more++) set(&hands[seat], order[k++]);
    memcpy(yard, &order[k], left - k);
    return 1;
}

/* flat.Search.step: a world, where its random numbers begin, and the values of the candidates in it; -1 where a world has to be matched. */
int64_t step(const tile_tables *tiles, const policy *const *how, const int64_t *gaps, const double *picks, const sampler *known, twister *from,
             uint8_t *yard, mask *hands, const candidate *candidates, int64_t many, const margin *to, int64_t noises, double *value) {
    if (!attempt(known, from, hands, yard)) return -1;
    int64_t start = (int64_t)(draw(from) * noises);
    values(tiles, how, gaps, picks, yard, hands, candidates, many, to, start, value);
    return start;
}
